/** A way in which a page may paint a secret; `value` has no letters that HTML writes otherwise. */
export type PaintingOf = (value: string, id: string) => string;

const drawing = (value: string): string =>
  `<svg xmlns='http://www.w3.org/2000/svg' width='280' height='60'><text y='40' font-size='24' font-family='monospace'>${value}</text></svg>`;
const percent = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const base64 = (svg: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(`\n${svg}`).toString('base64')}`;

/** Words of a style sheet in a small box in the middle, moved out of it. */
const moved =
  (css: string): PaintingOf =>
  (value, id) =>
    `<style>#${id}::after{content:"${value}";${css}}</style><div style="margin:50px 0 0 140px;width:60px"><span id=${id}>hi</span></div>`;

/** A video that shows its captions; of `script` the words are added. */
const video = (id: string, script: string): string =>
  `<video id=${id} width=280 height=110 muted></video><canvas id=c${id} width=28 height=11 hidden></canvas><script>{
    const pen = c${id}.getContext('2d'); pen.fillRect(0, 0, 28, 11); ${id}.srcObject = c${id}.captureStream(); ${id}.play();
    const track = ${id}.addTextTrack('captions'); track.mode = 'showing'; ${script} }</script>`;

/** Its letters in two parts, with something between that is not read in the line. */
const around =
  (between: string): PaintingOf =>
  (value) =>
    `<p>${value.slice(0, 4)}${between}${value.slice(4)}</p>`;

const svg = (body: string): string =>
  `<svg xmlns='http://www.w3.org/2000/svg' width='280' height='60'>${body}</svg>`;
const inSvg = (value: string, x = 5): string =>
  `<text x='${x}' y='40' font-size='24' font-family='monospace'>${value}</text>`;
const asEntities = (value: string): string => Array.from(value, (one) => `&#${one.charCodeAt(0)};`).join('');
/** A drawing with HTML in it, which a style writes into. */
const styledHtml = (css: string, attributes = ''): string =>
  svg(
    `<style>${css}</style><foreignObject width='280' height='60'><p xmlns='http://www.w3.org/1999/xhtml' ${attributes}></p></foreignObject>`,
  );
const sheet = (value: string): string =>
  `data:text/css;base64,${Buffer.from(`p::after{content:"${value}"}`).toString('base64')}`;

/** Each in a box of 300 by 120 pixels that cuts it off. */
export const inBoxes: Readonly<Record<string, PaintingOf>> = {
  translate: moved('display:inline-block;translate:-120px 30px'),
  rotate: moved('display:inline-block;rotate:90deg;transform-origin:0 0'),
  scale: moved('display:inline-block;scale:2'),
  path: moved('display:inline-block;offset-path:path("M-90,-20 L0,40");offset-distance:0%'),
  indent: moved('display:inline-block;text-indent:-120px'),
  margin: moved('display:inline-block;margin-left:-130px'),
  block: moved('display:block;margin-left:-130px;margin-top:-60px'),
  shadow: moved('color:transparent;text-shadow:-100px 40px black'),
  'drop-shadow': moved('display:inline-block;filter:drop-shadow(-100px 40px black)'),
  spacing: moved('letter-spacing:-25px'),
  raised: moved('vertical-align:30px'),
  large: moved('font-size:60px'),
  'right to left': moved('display:block;width:9px;direction:rtl;white-space:nowrap'),
  flex: (value, id) =>
    `<style>#${id}::after{content:"${value}"}</style><div id=${id} style="display:flex;justify-content:center;white-space:nowrap;margin:50px 140px;width:9px"></div>`,
  'first line': (value, id) =>
    `<style>#${id}::after{content:"${value}"} #${id}::first-line{letter-spacing:-25px}</style><p id=${id} style="margin:50px 140px;white-space:nowrap"></p>`,
  marker: (value, id) =>
    `<style>#${id}::marker{content:"${value} "}</style><ul style="margin:40px 0 0 190px"><li id=${id}>x</ul>`,
  'list style': (value) => `<ul style='margin:40px 0 0 190px;list-style-type:"${value} "'><li>&nbsp;</ul>`,
  'list style inside': (value) =>
    `<ul style='margin:40px 0 0 90px;list-style:inside "${value} "'><li>&nbsp;</ul>`,
  'list item that is generated': (value, id) =>
    `<style>#${id}::before{content:"x";display:list-item;list-style:inside "${value} "}</style><p id=${id}>`,
  quotes: (value) => `<q style='quotes:"${value}" ""'>a</q>`,
  hyphen: (value) =>
    `<p style='width:90px;hyphens:manual;hyphenate-character:"${value}"'>aaaaaa&shy;bbbbbbb</p>`,
  background: (value) => `<p style="height:60px;background:url(&quot;${percent(drawing(value))}&quot;)"></p>`,
  'background of a sheet': (value, id) =>
    `<style>#${id}{height:60px;background:url("${base64(drawing(value))}")}</style><p id=${id}></p>`,
  'background by a variable': (value, id) =>
    `<style>#${id}{--drawing:url("${percent(drawing(value))}")} #${id} p{height:60px;background:var(--drawing)}</style><div id=${id}><p></p></div>`,
  'background of a nested rule': (value, id) =>
    `<style>@layer a{#${id}{& p{height:60px;background-image:url("${percent(drawing(value))}")}}}</style><div id=${id}><p></p></div>`,
  'background of an imported sheet': (value, id) =>
    `<style>@import url("data:text/css,${encodeURIComponent(`#${id}{height:60px;background:url("${base64(drawing(value))}")}`)}");</style><p id=${id}></p>`,
  'background by an escape': (value) =>
    `<p style="height:60px;\\62 ackground:url(&quot;${percent(drawing(value))}&quot;)"></p>`,
  'background beside a comment': (value) =>
    `<p style="height:60px;background/**/:url(&quot;${percent(drawing(value))}&quot;)"></p>`,
  'background of an attribute': (value) =>
    `<table background="${percent(drawing(value))}" width=280 height=60><tr><td></table>`,
  'background of an animation': (value, id) =>
    `<p id=${id} style="height:60px"></p><script>${id}.animate({ backgroundImage: Array(2).fill('url("${base64(drawing(value))}")') }, { duration: 1e9 })</script>`,
  'list style of an animation whose keyframes were changed': (value, id) =>
    `<style>@keyframes k${id}{to{color:red}} #${id}{animation:k${id} 1e6s}</style><ul style="margin:40px 0 0 190px"><li id=${id}>&nbsp;</ul>
    <script>${id}.getAnimations()[0].effect.setKeyframes({ listStyleType: Array(2).fill('"${value} "') })</script>`,
  'quotes of a transition whose keyframes were changed': (value, id) =>
    `<style>#${id}{transition:color 1e6s}</style><q id=${id}>a</q><script>${id}.offsetTop; ${id}.style.color = 'red'; ${id}.offsetTop;
    ${id}.getAnimations()[0].effect.setKeyframes({ quotes: Array(2).fill('"${value}" ""') })</script>`,
  'background of a rule that was changed': (value, id) =>
    `<style id=s${id}>#${id}{height:60px}</style><p id=${id}></p><script>s${id}.sheet.cssRules[0].style.backgroundImage = 'url("${base64(drawing(value))}")'</script>`,
  'quotes around a shadow root': (value) =>
    `<div style='quotes:"${value}" ""'><template shadowrootmode=open><q>a</q></template></div>`,
  'list image': (value) =>
    `<ul style='margin:9px 0 0 9px;list-style:inside url("${base64(drawing(value))}")'><li>x</ul>`,
  'border image': (value) =>
    `<p style='margin:60px 9px 0;border:30px solid;border-image:url("${base64(drawing(value))}") 0 fill;border-image-outset:30px'></p>`,
  'content of an element': (value, id) =>
    `<style>#${id}{content:url("${percent(drawing(value))}")}</style><p id=${id}></p>`,
  'generated picture': (value, id) =>
    `<style>#${id}::before{content:url("${percent(drawing(value))}")}</style><p id=${id}></p>`,
  poster: (value) => `<video poster="${percent(drawing(value))}" width=280 height=60></video>`,
  source: (value) =>
    `<picture><source srcset="${percent(drawing(value))}"><img width=280 height=60></picture>`,
  image: (value) => `<img src="${base64(drawing(value))}">`,
  'image in entities': (value) =>
    `<img src="${percent(drawing(Array.from(value, (one) => `&#${one.charCodeAt(0)};`).join('')))}">`,
  'image by a style of its own': (value) =>
    `<img src="${percent(
      `<svg xmlns='http://www.w3.org/2000/svg' width='280' height='60'><style>p::after{content:"${Array.from(value, (one) => `\\${one.charCodeAt(0).toString(16)} `).join('')}"}</style><foreignObject width='280' height='60'><p xmlns='http://www.w3.org/1999/xhtml'>a</p></foreignObject></svg>`,
    )}">`,
  'image in entities of an attribute': (value) =>
    `<img src="${base64(styledHtml('p::after{content:attr(x)}', `x='${asEntities(value)}'`))}">`,
  'image in a field of it': (value) =>
    `<img src="${base64(svg(`<foreignObject width='280' height='60'><input xmlns='http://www.w3.org/1999/xhtml' value='${asEntities(value)}'/></foreignObject>`))}">`,
  'image behind what looks like an address': (value) =>
    `<img src="data:image/svg+xml,${svg(`<desc>data:,</desc>${inSvg(asEntities(value))}`)
      .replaceAll('&', '&amp;')
      .replaceAll('#', '%23')}">`,
  'image by a sheet that it imports': (value) =>
    `<img src="${base64(styledHtml(`@import url('${sheet(value)}');`))}">`,
  'image by letters from elsewhere in it': (value) =>
    `<img src="${base64(
      svg(
        `<defs>${Array.from(value, (one, i) => `<text id='t${i}' y='40'>${one}</text>`)
          .reverse()
          .join('')}</defs>${Array.from(value, (_, i) => `<use href='#t${i}' x='${20 * i}'/>`).join('')}`,
      ),
    )}">`,
  'image around what is hidden': (value) =>
    `<img src="${base64(svg(inSvg([...value].join("<tspan display='none'>x</tspan>"))))}">`,
  'image in an overridden direction': (value) =>
    `<img src="${base64(svg(`<text x='9' y='40' style='direction:rtl;unicode-bidi:bidi-override;text-anchor:end'>${[...value].reverse().join('')}</text>`))}">`,
  'image in an image': (value) =>
    `<img src="${percent(`<svg xmlns='http://www.w3.org/2000/svg' width='280' height='60'><image href='${base64(drawing(value))}'/></svg>`)}">`,
  'image beside its box': (value) =>
    `<img style="margin:9px 90px;width:60px;height:60px;overflow:visible;object-fit:none" src="${base64(drawing(value))}">`,
  'svg image': (value) => `<svg width=280 height=60><image href="${base64(drawing(value))}"/></svg>`,
  'copy behind glass': (value, id) =>
    `<svg width=0 height=0 style="position:absolute"><filter id=f${id} x=0 y=0 width=1 height=1><feOffset dy=60 /></filter></svg><p style="margin:0">${value}</p><div style="position:absolute;inset:0;backdrop-filter:url(#f${id})"></div>`,
  'frame with a shadow': (value) =>
    `<iframe srcdoc="<body style='font:20px monospace;margin:0'>${value}" style="border:0;height:30px;filter:drop-shadow(0 60px black)"></iframe>`,
  'shadow of what has no box': (value) =>
    `<p><i style="display:contents;text-shadow:0 50px black">${value}</i></p>`,
  'shadow of a part': (value) =>
    `<p>${value.slice(0, 3)}<b style="text-shadow:0 50px black">${value.slice(3)}</b></p>`,
  'shadow of the first line': (value, id) =>
    `<style>#${id}::first-line{text-shadow:0 50px black}</style><p id=${id}>${value}</p>`,
  stroke: (value) => `<p style="-webkit-text-stroke:30px black">${value}</p>`,
  'initial of several lines': (value, id) =>
    `<style>#${id}::first-letter{initial-letter:3}</style><p id=${id} style="margin:60px 0 0 9px">${value}</p>`,
  'option with a value of its own': (value) => `<select><option value=1>${value}</select>`,
  'style sheet that is shown': (value) => `<style style="display:block">${value}{}</style>`,
  captions: (value, id) => video(id, `track.addCue(new VTTCue(0, 1000, '${value}'))`),
  'captions in parts': (value, id) =>
    video(
      id,
      `track.addCue(new VTTCue(0, 1000, '${value.slice(0, 4)}')); track.addCue(new VTTCue(0, 1000, '<b>${value.slice(4)}</b>'))`,
    ),
  'around what is hidden': around('<i hidden>x</i>'),
  'around what cannot be seen': around('<i style="opacity:0;font-size:1px">x</i>'),
  'around what has no size': around('<i style="font-size:0">x</i>'),
  'around what stands elsewhere': around('<i style="position:absolute;left:200px;top:9px">x</i>'),
  'around what floats': around('<i style="float:right">x</i>'),
  'below notes': (value) =>
    `<p style="margin:30px 0"><ruby>${value.slice(0, 4)}<rt>a</rt>${value.slice(4)}<rt>b</rt></ruby></p>`,
  'items in an order of their own': (value) =>
    `<div style="display:flex"><i style="order:1">${value.slice(4)}</i><i>${value.slice(0, 4)}</i></div>`,
  'letters from right to left': (value) =>
    `<div style="display:flex;flex-direction:row-reverse;justify-content:flex-end">${[...value]
      .map((one) => `<i>${one}</i>`)
      .reverse()
      .join('')}</div>`,
  'slots in an order of their own': (value) =>
    `<div><template shadowrootmode=closed><slot name=a></slot><slot></slot></template><i>${value.slice(4)}</i><i slot=a>${value.slice(0, 4)}</i></div>`,
  'both sides of a shadow root': (value) =>
    `<div><template shadowrootmode=open>${value.slice(0, 4)}<slot></slot></template>${value.slice(4)}</div>`,
  'an overridden direction': (value) => `<bdo dir=rtl><b>${[...value].reverse().join('')}</b></bdo>`,
  'an overridden direction, by a character': (value) => `<p>\u202e${[...value].reverse().join('')}</p>`,
  'letters apart': (value) =>
    `<p>${Array.from(value, (letter) => `<b>${letter}</b>`).join('<i style="visibility:hidden;font-size:1px">x</i>')}</p>`,
  'letters apart, placed by themselves': (value) =>
    `<div style="position:relative">${Array.from(
      value,
      (one, i) =>
        `<i style="position:absolute;left:${14 * i}px">${one}</i><i style="position:absolute;color:transparent;left:${14 * i + 7}px">${value[0]}</i>`,
    )
      .reverse()
      .join('')}</div>`,
  'letters in isolates': (value) =>
    `<p dir=rtl>${Array.from(value, (one) => `\u2066${one}\u2069`)
      .reverse()
      .join('')}</p>`,
  'letters with marks of direction': (value) =>
    `<p dir=rtl>${Array.from(value, (one) => `${one}\u200f`)
      .reverse()
      .join('')}</p>`,
  'legend wider than its group': (value) =>
    `<fieldset style="overflow:hidden;width:40px;border:0;padding:0"><legend style="width:20px;white-space:nowrap">${value}</legend></fieldset>`,
  'long text': (value) =>
    `<p style="height:20px;overflow:hidden;line-height:20px;direction:rtl;white-space:nowrap;unicode-bidi:plaintext;display:flex;justify-content:flex-end">${'<b></b>x'.repeat(2)}<span>${' '.repeat(20_000)}${value}</span></p>`,
};

/** The same of numbers, which lists and counters write. */
export const numbersInBoxes: Readonly<Record<string, PaintingOf>> = {
  'item of a list': (value) => `<ol style="margin:40px 0 0 190px"><li value=${value}>x</ol>`,
  'list from a number on': (value) =>
    `<ol start=${Number(value) - 2} style="margin:20px 0 0 190px"><li>x<li>x<li>x</ol>`,
  'item by a style': (value) =>
    `<ol style="margin:40px 0 0 190px"><li style="counter-set:list-item ${value}">x</ol>`,
  counter: (value, id) =>
    `<style>#${id}::before{content:counter(q)}</style><p id=${id} style="counter-reset:q ${value}"></p>`,
  'counter by steps': (value, id) =>
    `<style>#${id} p{counter-increment:q ${Number(value) / 2}} #${id} p::after{content:counter(q)}</style><div id=${id} style="counter-reset:q"><p>a<p>b</div>`,
};

const scrollerWith = (css: string, attributes = ''): string =>
  `<style>#s{width:290px;overflow:auto;white-space:nowrap} ${css}</style><div id=s ${attributes}>${'abc '.repeat(80)}</div>`;

/** On a page of its own: where it is painted cannot be known. */
export const anywhere: Readonly<Record<string, PaintingOf>> = {
  'style of a counter': (value) =>
    `<style>@counter-style zz{system:cyclic;symbols:"${value}";suffix:" "}</style><ul style="margin:40px 0 0 190px;list-style-type:zz"><li>&nbsp;</ul>`,
  'style of a counter in a sheet of its own': (value) =>
    `<link rel=stylesheet href="data:text/css,${encodeURIComponent(`@counter-style zz{system:cyclic;symbols:"${value}"}`)}"><style>p::before{content:counter(q,zz)}</style><p>`,
  'shape of a text': (value) =>
    `<svg width=1 height=1><clipPath id=c><text y=60 font-size=24>${value}</text></clipPath></svg><div style="height:90px;background:black;clip-path:url(#c)"></div>`,
  'shape of a text that is used': (value) =>
    `<svg width=1 height=1><text id=t y=60 font-size=24>${value}</text><clipPath id=c><use href="#t"/></clipPath></svg><div style="height:90px;background:black;clip-path:url(#c)"></div>`,
  'mask of a text': (value) =>
    `<svg width=1 height=1><mask id=c maskUnits="userSpaceOnUse" x=0 y=0 width=300 height=100><text y=60 font-size=24 fill=white>${value}</text></mask></svg><div style="height:90px;background:black;mask:url(#c)"></div>`,
  'pattern of a text': (value) =>
    `<svg width=1 height=1><pattern id=c patternUnits=userSpaceOnUse width=300 height=100><text y=60 font-size=24>${value}</text></pattern></svg><svg width=290 height=80><rect width=290 height=80 fill="url(#c)"/></svg>`,
  'placed by another': (value, id) =>
    `${moved('position:absolute;left:9px;top:80px')(value, id)}<p style="overflow:hidden;height:9px"></p>`,
  backdrop: (value, id) =>
    `<style>#${id}::backdrop{background:url("${percent(drawing(value))}")}</style><dialog id=${id}></dialog><script>${id}.showModal()</script>`,
  'marker of what is generated': (value) =>
    `<style>p::after{display:list-item;content:"a";list-style:inside} p::after::marker{content:"${value} "}</style><p>hi</p>`,
  'button of a scroller, by a name': (value) =>
    scrollerWith(`#s{--x:"${value}"} #s::scroll-button(right){content:var(--x)}`),
  'button of a scroller, by an attribute': (value) =>
    scrollerWith('#s::scroll-button(right){content:attr(data-v)}', `data-v="${value}"`),
  'button of a scroller, by a name with an escape': (value) =>
    scrollerWith(`#s{--a\\.b:"${value}"} #s::scroll-button(right){content:var(--a\\.b)}`),
  'button of a scroller, by an attribute of other letters': (value) =>
    scrollerWith('#s::scroll-button(right){content:attr(\u00e9)}', `\u00e9="${value}"`),
  'button of a scroller, in a rule within its rule': (value) =>
    scrollerWith(`#s::scroll-button(right){@media all{content:"${value}"}}`),
  'button of a scroller, that moves': (value) =>
    scrollerWith(
      `@keyframes k{from,to{content:"${value}"}} #s::scroll-button(right){content:"a";animation:k 1s infinite}`,
    ),
  'bubble of a field': (value) =>
    `<input id=f><script>f.setCustomValidity('Not ${value}'); f.reportValidity()</script>`,
  'bubble of a field, with its title': (value) =>
    `<form><input id=f pattern=x value=a title="${value}"></form><script>f.reportValidity()</script>`,
  'bubble of a field in a frame': (value) =>
    `<iframe height=40 srcdoc="<input id=f type=email value='${value}@'><script>f.reportValidity()</script>"></iframe>`,
  'frame in a mirror': (value) =>
    `<div style="-webkit-box-reflect:below 20px;width:290px;height:30px"><iframe srcdoc="<body style='font:20px monospace;margin:0'>${value}" style="border:0;height:30px"></iframe></div>`,
};
