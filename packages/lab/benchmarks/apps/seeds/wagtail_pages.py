import datetime

from blog.models import Author, BlogIndexPage, BlogPage
from django.contrib.auth import get_user_model
from wagtail.models import Site

get_user_model().objects.create_superuser("admin", "a@example.com", "admin")
index = BlogIndexPage(title="Blog", slug="blog")
Site.objects.get().root_page.add_child(instance=index)
for name in ["Ada Byron", "Grace Hop", "Alan T"]:
    Author.objects.create(name=name)
for at in range(1, 31):
    day = datetime.date(2026, 1, 1) + datetime.timedelta(days=at)
    page = BlogPage(title=f"Post number {at}", slug=f"post-{at}", date=day, intro=f"Intro {at}", body=f"<p>Body of <b>{at}</b></p>")
    index.add_child(instance=page)
