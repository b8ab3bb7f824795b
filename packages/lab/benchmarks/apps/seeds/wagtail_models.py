from django import forms
from django.db import models
from modelcluster.contrib.taggit import ClusterTaggableManager
from modelcluster.fields import ParentalKey, ParentalManyToManyField
from taggit.models import TaggedItemBase
from wagtail.admin.panels import FieldPanel, MultiFieldPanel
from wagtail.blocks import CharBlock, RichTextBlock
from wagtail.fields import RichTextField, StreamField
from wagtail.models import Page
from wagtail.snippets.models import register_snippet


class BlogIndexPage(Page):
    pass


class BlogPageTag(TaggedItemBase):
    content_object = ParentalKey("BlogPage", related_name="tagged_items", on_delete=models.CASCADE)


@register_snippet
class Author(models.Model):
    name = models.CharField(max_length=255)
    panels = [FieldPanel("name")]

    def __str__(self):
        return self.name


class BlogPage(Page):
    date = models.DateField("Post date")
    intro = models.CharField(max_length=250)
    body = RichTextField(blank=True)
    stream = StreamField([("heading", CharBlock()), ("paragraph", RichTextBlock())], blank=True)
    authors = ParentalManyToManyField("blog.Author", blank=True)
    tags = ClusterTaggableManager(through=BlogPageTag, blank=True)
    content_panels = Page.content_panels + [
        MultiFieldPanel(
            [FieldPanel("date"), FieldPanel("authors", widget=forms.CheckboxSelectMultiple), FieldPanel("tags")],
            heading="Information",
        ),
        FieldPanel("intro"),
        FieldPanel("body"),
        FieldPanel("stream"),
    ]
