/**
 * What people say in everyday words for what interfaces call otherwise, in English: one meaning a line, as in the thesaurus, to
 * which these lines are added. Ours; a phrase may stand in several lines.
 */
export const EVERYDAY_WORDS = `
bold, thick, thicker, heavy, boldface, fat letters
italic, slanted, slant, sloping, oblique, leaning
underline, line under, underscore, underscored
strikethrough, crossed out, cross out, struck out, line through
indent, increase indent, further in, shift right, push in, tab, move right
outdent, decrease indent, further out, shift left, move left
line height, line spacing, leading, between lines, between the lines, spacing
letter spacing, character spacing, kerning, between letters, between the letters
page break, new sheet, new page, next sheet
wrap, text wrap, word wrap, line break, next line, new line, long lines, wrapping, break lines
replace, substitute, swap, exchange, switch out, find and replace, search and replace
clear formatting, remove format, plain text, unformatted, strip styling, styling, styles, formatting
format painter, paint format, copy format, copy style, same look, look of this
text, words, type, caption, lettering, writing, typing, write words, letters
preview, view, eye, rendered, how it looks, how it will look, end result, look at it
source, source code, html, markup, raw, code view
output, result, results, outcome, produce, generated
unlink, remove hyperlink, break link, detach, no link
right to left, rtl, text direction, direction, hebrew, arabic, from the right
left to right, ltr, text direction, direction, from the left
align, alignment, flush, margin, aligned, line up
vertical align, valign, top to bottom, in the middle, middle, vertically
rotate, rotation, tilt, turn, angle, orientation, turned
special character, symbol, greek letters, omega, signs, accents
heading, headline, section title, chapter title
footnote, endnote, reference note, note at the bottom
quote, quotation, citation, cited words, indented quote
border, borders, lines around, edge, edges, frame, box around
fill, background color, shading, paint, colored, tint
decimal, decimals, decimal places, after the point, precision, digits
percent, percentage, of a hundred, share
currency, money, dollar, dollars, euro, cash
formula, calculation, function, equation, calculate, compute, fx, sum up
sheet, worksheet, spreadsheet, workbook
chart, graph, plot, bars, bar diagram, pie, curve, visualize
freeze, freeze panes, keep in view, fixed, stay in place
zoom in, zoom plus, larger, closer, look closer, enlarge, bigger
zoom out, zoom minus, smaller, farther away, further away, shrink
hand, pan, drag, grab, move around, shift the view, shift
crop, cut off, trim, edges off
filter, filters, effect, effects, grayscale, black and white, sepia
shape, shapes, triangle, rectangle, circle, square, figure, geometric, star
icon, icons, sticker, stamp, clip art, badge, symbol
text tool, write on it, words on it, caption, label
brush, paintbrush, paint, painting, draw with, stroke
line, straight line, segment, stroke, rule
arrow, pointer, cursor, select tool
portfolio, work samples, earlier work, past work, projects, gallery, showcase, case studies
services, what we do, what they do, offerings, what we offer, what they offer
about, about us, version info, version, who we are, who they are, information about
team, staff, crew, colleagues, people, coworkers, our people
testimonials, what customers say, opinions, references, praise
pricing, prices, price list, cost, costs, how much, plans, what it costs
careers, jobs, vacancies, open positions, work here, employment
experience, employment, work history, jobs held, career, where they worked
education, schools, studies, degrees, university, schooling, academic
interests, hobbies, leisure, free time, pastimes
awards, prizes, honors, honours, certifications, achievements, accolades
skills, abilities, knowledge, competences, can do, know how
documentation, docs, manual, handbook, instructions, help pages, how to, guide, reference
tutorial, lesson, course, introduction, walkthrough, learn, getting started, step by step
glossary, terms, vocabulary, definitions, explanations, terminology, dictionary
faq, questions, common questions, frequently asked, often asked
sitemap, site map, all pages, overview of pages, list of pages, index
directives, settings, options, configuration, commands
modules, module, extensions, add ons, plugins, packages, libraries
virtual hosts, virtual host, vhosts, several domains, several sites, multiple sites, multiple domains
changelog, release notes, what is new, changes, history of changes, versions
download, get it, obtain, fetch, grab a copy, get the file
install, installation, set up, setup, put on my computer
upgrade, update, newer version, latest version, newest version
free, no charge, free of charge, for nothing, gratis, without paying, costs nothing
trial, try for free, test drive, free trial
report a bug, bug, problem, mistake, complain, something broken, fault
feedback, suggestion, opinion, tell us, ideas, suggestions
support, help desk, customer service, assistance, someone to help
community, forum, discussion board, users group, discuss
source code, repository, github, git, code base, programs
license, licence, legal terms, may i use, allowed to use, rights
privacy, personal data, data protection, tracking
terms, terms and conditions, rules, legal, conditions, agreement
agree, accept, consent, i accept, accept the rules
log in, sign in, member already, existing account, have an account, get in
sign up, register, join, become a member, new account, open an account, make an account, new user
log out, sign out, leave, exit, end session, quit
password, secret word, secret, passphrase, pin
user name, username, login name, nickname, handle, alias
name, full name, called, your name, what i am called, who i am
email, mail address, e mail, letter, electronic mail, write a mail
phone, telephone, call, call me, number to call, mobile, cell
address, where i live, street, home address, residence, where to send
zip, postal code, post code, area code of the mail
country, nation, where from, state, land
birthday, date of birth, born, birth date, when born
gender, sex, male, female, man or woman
bio, biography, about me, about myself, introduce myself, self description, description
avatar, profile picture, portrait, photo of me, my picture, my photo, face
website, homepage, home page, web site, url, web address
company, firm, business, organization, employer, where i work
job title, position, occupation, profession, role at work
language, tongue, spoken, translation, locale, other language
time zone, timezone, local time, region
message, what i want to say, note, text to them, write to them, letter
subject, topic, what it is about, headline, title
comment, remark, note, say something, reaction
reply, answer, respond, write back, get back to
forward, pass on, send on, send along
compose, new message, write a mail, new mail, write email
attach, attachment, add a file, enclose, include a file, paperclip
inbox, incoming, received, new mail, mails
sent, sent mail, outgoing, mails i wrote, sent items
drafts, unfinished, not sent yet, half written
spam, junk, unwanted mail, rubbish mail
trash, deleted, bin, thrown away, waste basket
archive, put away, old mails, store away
starred, star, favorites, favourites, flagged, important, marked
unread, new, not yet read, not seen
mark as read, seen, mark as seen
chat, talk, converse, conversation, instant message
call, phone call, ring, voice call, dial
video call, meeting, conference, face to face
contacts, address book, people i know, phone book
group, groups, team, community, circle
invite, ask to join, bring in, add people
share, pass on, show to others, send to friend, give access, others can see
shared with me, shared, others gave me access, other people
permissions, access, rights, who can see, who may, allowed
public, everyone can see, visible to all, open to all
private, only me, hidden from others, nobody else
follow, fan, fans, followers, subscribe to
mention, mentions, tagged, my name, named
notification, be told, tell me, let me know, warn me, inform me, informed, heads up
newsletter, monthly letter, regular mails, news by mail
mute, without sound, no sound, silence, quiet, silent
volume, loudness, louder, quieter, sound level
play, start the film, start the music, watch, listen
pause, hold on, interrupt, halt for a moment
full screen, fullscreen, whole screen, whole monitor, whole window, fill the screen
seek, time slider, progress bar, jump to, scrub, rewind, go to minute
subtitles, captions, written words, spoken words as text
speed, faster, slower, pace, rate
quality, resolution, sharper, hd, sharpness
loop, repeat, again and again, over and over
shuffle, random order, mix, any order
playlist, queue, list of songs, up next
record, recording, tape, capture
stretch, stretching, fill the box, fit, aspect ratio, scale to fit
sources, format, file type, encoding, other format
upload, from my disk, from my computer, pick a file, send a file, choose a file, browse
open, load, open a file, from disk, bring up
save, keep, store, put on disk, keep it
device, disk, hard drive, hard disk, my computer, local
browser, local storage, web storage
export, save as, get out, take out, as a file, convert
import, bring in, take over, read in, from another program
print, paper, paper copy, on paper, hard copy
pdf, document, printable, paper form
receipt, invoice, bill, proof of payment, bills
copy, duplicate, clone, double, same again, another one like it
paste, put in, insert from clipboard
undo, take back, step back, reverse, last change, revert
redo, do again, once more, step forward, again
reset, original, how it was, start over, back to default, default values, as before
cancel, never mind, don t, forget it, stop it, back out
later, decide later, not now, another time, skip, remind me later
skip, pass over, leave out, jump over
close, shut, go away, make it go away, dismiss, get out of here
delete, throw away, get rid of, wipe, wipe out, destroy, remove forever
clear, empty, wipe everything, wipe, blank
edit, correct, change, fix, adjust, rewrite
rename, other name, give another name, new name, change the name
move, put elsewhere, bring to, transfer, relocate
sort, put in order, order, alphabetical, newest first, oldest first, arrange, rank
filter, narrow down, only show, pick out, restrict, limit to
search, look for, look up, find something, look something up, seek, hunt
next, following, after, the one after, onward, next hit
previous, before, the one before, earlier, go back, last one
first, beginning, start, earliest, front
last, end, final, latest, rear
top, back up, upwards, to the beginning, scroll up
more, read on, details, tell me more, further, in full, find out more
get started, begin, begin now, start now, let us go, go ahead
expand all, open all, unfold all, open everything, show all branches
collapse all, close all, fold all, close everything
expand, open up, unfold, fold out, show what is inside, drop down
collapse, fold, close up, fold in, hide what is inside
tree, branches, hierarchy, nested, structure
mode, switch mode, way to show, display as, show as
transform, convert, rearrange, reshape, turn into
compare, difference, diff, side by side, what changed
history, what i did, past, steps, earlier versions, timeline, previous versions
calendar, month at once, dates, planner, diary
month, four weeks, thirty days, whole month
week, seven days, whole week
day, single date, one day, single day
year, twelve months, annual, 12 months, a year
today, now, present, current date, this day
event, appointment, meeting, date, entry in the calendar
all hands, company wide, whole company, town hall, everybody
reminder, remind, alarm, do not forget
repeat, every week, every day, again each, recurring
deadline, due date, finish by, must be done by, until when
duration, how long, length of time, period
start date, begins, from when, starting
end date, ends, until when, till
people, guests, participants, attendees, who comes, passengers, travellers
location, where, place, venue, position
map, where it is, directions, route, how to get there
weather, temperature, forecast, rain
health, system health, uptime, server status, status page, running well, is it up
status, state, how far, condition, progress
server, machine, host, computer
logs, log, what happened, records, entries, protocol
error, errors, went wrong, failure, failures, problem, fault
warning, danger, caution, risk, risks, careful
security, safe, protection, secure, safety
access log, visitors, who visited, hits, requests
traffic, visitors, visits, page views, hits
performance, speed, how fast, load time, slow
memory, ram, storage used
users, people, accounts, members, persons
roles, permissions, groups of users, what they may do
admin, administrator, manager, superuser, in charge
dashboard, start page, overview, main screen, summary, home
statistics, figures, numbers, analytics, metrics
report, reports, summary, evaluation
tables, lists, rows, data table
forms, form, input fields, questionnaire, fill in
widgets, components, building blocks, elements
buttons, button, things to press
typography, fonts, text styles, lettering
cards, tiles, boxes, panels
modal, popup, dialog, window that opens, overlay
carousel, slider, slideshow, pictures that change
slider, range, drag a value, scale
switch, toggle, on off, turn on, turn off
checkbox, tick, check, tick box, checked, mark
radio, one of several, choose one
dropdown, select, pick from a list, choices, list of choices
date picker, pick a date, choose a day, calendar field
color picker, pick a color, choose a color, pick a colour
autocomplete, suggestions, type ahead, completes what i type
tags, labels, keywords, tag input
rating, stars, score, how good, grade
progress, how far along, loading bar, percent done
pagination, pages, page numbers, turn pages, more pages
tooltip, hint, hover text, bubble
badge, count, small number, label
breadcrumb, path, where am i, trail
sidebar, side menu, left menu, navigation at the side
navbar, top menu, menu bar, navigation
footer, bottom of the page, foot
theme, look, skin, colors, design, appearance
dark, dark mode, night, black theme, easy on the eyes
light, light mode, bright, white theme, day
customize, personalize, make it mine, adjust, tailor
layout, arrangement, structure of the page, boxed
animation, motion, movement, moving
cart, shopping bag, what i want to buy, my purchases
checkout, pay, pay now, finish the purchase, go to pay
buy, purchase, order it, get this, acquire
add new card, another card, credit card, piece of plastic, new card
payment, pay, paying, way to pay, payment method
billing, bills, charges, payments, invoices
shipping, delivery, sending, postage, how it is sent, deliver
shipped, sent out, on its way, dispatched
returned, sent back, send back, return
refund, money back, reimbursement, get my money
discount, cheaper, reduced, sale, price off, rebate
coupon, voucher, code for less, promo code
in stock, available, can be bought, left in store
sold out, out of stock, unavailable, not available
size, how big, measurements, large or small
weight, how heavy, mass, pounds
material, made of, fabric, substance
warranty, guarantee, support for a year, insured
wishlist, want later, save for later, remember this
view all, all of them, see all, every, complete list, everything
products, goods, what they sell, things to buy, merchandise, articles
customer, buyer, client, shopper, who ordered
supplier, vendor, seller, merchant, provider
stock, inventory, supplies, warehouse
salary, wage, pay, earnings, income
taxes, tax, vat, duty
bank, account, bank account, iban
transfer, send money, wire, transaction
expenses, spending, costs, spent
profit, gain, earnings, surplus
budget, planned money, spending limit
project, undertaking, new thing to build, something to build
task, tasks, to do, work item, chore, job to do
assign, give to, hand over, who does it, responsible
priority, urgent, importance, how important
done, finished, complete, completed, accomplished
in progress, working on, under way, ongoing, doing
blocked, stuck, waiting, on hold
board, kanban, columns of cards
more, actions, row actions, further actions, options for this, dots, ellipsis, three dots
properties, attributes, details, characteristics
duplicate, second copy, make another
lock, make unchangeable, protect, read only
unlock, make changeable, allow editing
group, put together, combine, join together
ungroup, take apart, separate, split up
front, bring forward, on top, above others
back, send backward, behind, underneath, below others
layers, stack, levels, order of things
grid, guide lines, squared, raster
ruler, measure, scale, measurement
snap, magnetic, stick to, aligned to grid
resize, scale, dimensions, fewer pixels, make smaller, make larger
flip, mirror, mirrored, reverse sides
gradient, fade of colors, color transition
transparent, see through, opacity, clear
shadow, depth, drop shadow
eraser, rub out, rubber
pencil, scribble, by hand, freehand, draw
fill tool, paint bucket, pour color
table, rows and columns, grid of cells
row, line of the table, record, horizontal line of cells
column, vertical line of cells
insert, put in, add here, place
embed, media, video, film, youtube, clip
image, photo, picture, snapshot, drawing
link, hyperlink, web address, url, address behind
anchor, bookmark, spot to jump to, jump mark, target
code, program text, code sample, listing, snippet
emoji, smileys, smiley, faces, little faces
accordion, fold out, collapsible, details
boolean, true or false, yes or no, truth value
field, key, entry, property
`;
