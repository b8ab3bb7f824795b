/**
 * Pages of the ways in which things are there, or only seem to be: by theme, many techniques a page. The
 * browser's pixels say what is right, so nothing here says what is expected.
 */

/** Boxes around a link, each of which hides it, or does not. `%` stands for the link. */
const AROUND: Record<string, string[]> = {
  clipping: [
    '<div style="width:80px;height:0;overflow:hidden">%</div>',
    '<div style="width:80px;height:0;overflow:clip">%</div>',
    '<div style="width:80px;height:0;overflow:visible">%</div><br>',
    '<div style="width:80px;height:20px;overflow:hidden"><div style="margin-top:30px">%</div></div>',
    '<div style="width:80px;height:20px;overflow:auto"><div style="margin-top:60px">%</div></div>',
    '<div style="width:80px;height:20px;overflow:clip;overflow-clip-margin:60px"><div style="margin-top:30px">%</div></div><br><br>',
    '<div style="width:80px;height:20px;overflow:hidden;position:relative"><div style="position:absolute;left:100px">%</div></div>',
    '<div style="width:80px;height:20px;overflow:hidden"><div style="position:absolute;margin-left:100px">%</div></div>',
    '<div style="width:80px;height:20px;overflow:hidden;transform:translate(0)"><div style="position:fixed;left:100px">%</div></div>',
    '<div style="width:80px;height:20px;overflow:auto;position:relative"><div style="position:absolute;left:-200px">%</div></div>',
    '<div style="width:80px;height:20px;overflow:auto;position:relative"><div style="position:absolute;top:-200px">%</div></div>',
    '<div style="width:80px;height:20px;overflow:auto;direction:rtl;position:relative"><div style="position:absolute;left:-200px">%</div></div>',
    '<div style="width:80px;height:20px;overflow:auto;direction:rtl;position:relative"><div style="position:absolute;left:200px">%</div></div>',
    '<div style="width:80px;height:20px;overflow-x:auto;overflow-y:hidden"><div style="width:300px;padding-left:200px;box-sizing:border-box">%</div></div>',
    '<div style="width:80px;height:20px;overflow-x:hidden;overflow-y:auto"><div style="width:300px;padding-left:200px;box-sizing:border-box">%</div></div>',
    '<div style="width:80px;height:40px;overflow:auto"><div style="width:300px;height:200px;overflow:hidden"><div style="padding:150px 0 0 200px">%</div></div></div>',
    '<div style="clip-path:inset(0 100% 0 0)">%</div>',
    '<div style="clip-path:inset(50px)">%</div>',
    '<div style="clip-path:polygon(0 0,0 0,0 0)">%</div>',
    '<div style="clip-path:polygon(0 0,100% 0,100% 100%,0 100%)">%</div>',
    '<div style="clip-path:circle(0px at 50% 50%)">%</div>',
    '<div style="clip-path:inset(0 0 0 500px);width:600px">%</div>',
    '<div style="position:absolute;clip:rect(0,0,0,0)">%</div>',
    '<div style="position:absolute;clip:rect(0px,500px,90px,0px)">%</div><br>',
    '<div style="position:absolute;width:1px;height:1px;overflow:hidden">%</div>',
    '<div style="position:absolute;left:-9999px">%</div>',
    '<div style="position:absolute;top:-500px">%</div>',
    '<div style="margin-left:-500px">%</div>',
    '<div style="text-indent:-9999px">%</div>',
    '<div style="width:90px;overflow:hidden;text-indent:200px;white-space:nowrap">%</div>',
    '<div style="contain:paint;width:80px;height:20px"><div style="padding-top:60px">%</div></div>',
    '<div style="content-visibility:hidden">%</div>',
    '<div style="content-visibility:auto">%</div>',
    '<div style="max-height:0;overflow:hidden;transition:max-height 1s">%</div>',
    '<div style="display:grid;grid-template-rows:0fr;overflow:hidden"><div style="min-height:0;overflow:hidden">%</div></div>',
    '<div hidden="until-found">%</div>',
    '<details><summary>Closed</summary>%</details>',
    '<details open><summary>Open</summary>%</details>',
    '<div style="width:60px;overflow:hidden;white-space:nowrap">words words words %</div>',
    '<div style="width:60px;overflow:auto;white-space:nowrap">words words words %</div>',
    '<div style="height:18px;line-height:18px;width:70px;overflow:hidden">words words words %</div>',
    '<div style="-webkit-line-clamp:1;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;width:90px">words words words words words %</div>',
    '<table style="border-collapse:collapse"><tr style="visibility:collapse"><td>%</td></tr><tr><td>row</td></tr></table>',
    '<table><tbody style="visibility:hidden"><tr><td>%</td></tr></tbody></table>',
  ],
  painting: [
    '<div style="opacity:0">%</div>',
    '<div style="opacity:.01">%</div>',
    '<div style="opacity:.5">%</div>',
    '<div style="filter:opacity(0)">%</div>',
    '<div style="filter:opacity(0%)">%</div>',
    '<div style="filter:blur(0)">%</div>',
    '<div style="filter:brightness(1) opacity(0)">%</div>',
    '<div style="mask-image:linear-gradient(transparent,transparent)">%</div>',
    '<div style="-webkit-mask:linear-gradient(#0000 0 0)">%</div>',
    '<div style="mask-image:linear-gradient(#000,transparent)">%</div>',
    '<div style="transform:scale(0)">%</div>',
    '<div style="transform:scale(0,1)">%</div>',
    '<div style="scale:0">%</div>',
    '<div style="transform:rotateY(90deg)">%</div>',
    '<div style="rotate:y 90deg">%</div>',
    '<div style="transform:rotateX(90deg)"><div style="height:0">%</div></div>',
    '<div style="transform:rotateY(180deg);backface-visibility:hidden">%</div>',
    '<div style="transform-style:preserve-3d;transform:rotateY(180deg);width:100px"><div style="backface-visibility:hidden">%</div></div>',
    '<div style="perspective:500px;width:120px"><div style="transform-style:preserve-3d;position:relative;height:20px"><div style="position:absolute;backface-visibility:hidden">%</div><div style="position:absolute;backface-visibility:hidden;transform:rotateY(180deg)">%</div></div></div>',
    '<div style="transform:translateX(-3000px)">%</div>',
    '<div style="transform:translateY(-3000px)">%</div>',
    '<div style="translate:-3000px">%</div>',
    '<div style="zoom:.01">%</div>',
    '<div style="font-size:0">%</div>',
    '<div style="font-size:1px">%</div>',
    '<div style="visibility:hidden">%</div>',
    '<div style="visibility:collapse">%</div>',
    '<div style="visibility:hidden"><div style="visibility:visible">%</div></div>',
    '<div style="color:transparent" class="inherit">%</div>',
    '<div style="color:#fff;background:#fff" class="inherit">%</div>',
    '<div style="color:#fff" class="inherit">%</div>',
    '<div style="color:#fff;background:#000" class="inherit">%</div>',
    '<div aria-hidden="true">%</div>',
    '<div inert>%</div>',
    '<div style="pointer-events:none">%</div>',
    '<div style="mix-blend-mode:multiply">%</div>',
    '<div style="display:contents">%</div>',
    '<div style="width:0;height:0">%</div><br>',
    '<div style="will-change:transform;backface-visibility:hidden">%</div>',
    '<div style="transform:scale(.02)">%</div>',
    '<div style="transform:matrix(1,0,0,0,0,0)">%</div>',
    '<div style="position:relative"><div style="position:absolute;inset:0;background:#fff;z-index:2"></div>%</div>',
    '<div style="position:relative"><div style="position:absolute;inset:0;background:#fff8;z-index:2"></div>%</div>',
    '<div style="position:relative"><div style="position:absolute;inset:0;background:#fff;z-index:2;pointer-events:none"></div>%</div>',
    '<div style="position:relative;z-index:0"><div style="position:relative;z-index:-1;background:#fff">%</div><div style="background:#eee;margin-top:-22px;height:24px">over</div></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><img alt="" style="position:absolute;inset:0;width:200px;height:24px" src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%229%22 height=%229%22/%3E"></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><div style="position:absolute;top:0;left:0;width:40px;height:24px;background:#fff"></div><div style="position:absolute;left:40px;top:0;width:300px;height:24px;background:#fff"></div></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><div style="position:absolute;inset:0;background:#fff;border-radius:50%;clip-path:inset(100%)"></div></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><div style="position:absolute;inset:0;background:#fff;opacity:0"></div></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><div style="position:absolute;inset:0;opacity:0"><div style="background:#fff;position:absolute;inset:0">x</div></div></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><div style="position:absolute;inset:0;visibility:hidden;background:#fff"></div></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><div style="position:absolute;inset:0;background:url(data:image/png;base64,iVBORw0KGgo=)"></div></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><div style="position:absolute;inset:0;background:linear-gradient(transparent,#0001)"></div></div>',
    '<div style="position:relative;height:24px"><div style="position:absolute;inset:0">%</div><div style="position:absolute;inset:0;background:linear-gradient(#fff,#eee)"></div></div>',
  ],
};

const link = (n: number): string => `<a href="#${n}" class="t">Link ${n}</a>`;

function techniques(name: string, gap: string): string {
  let n = 0;
  const list = (AROUND[name] ?? []).map(
    (html) => `<section>${html.replace(/%(?![\d;)])(?=<)/g, () => link(++n))}</section>`,
  );
  return `<style>section{margin:4px 0 ${gap} 20px}.inherit a{color:inherit;text-decoration:none}</style>${list.join('\n')}`;
}

const FORMS = `<style>label{display:block;margin:8px}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}.off{position:absolute;left:-9999px}.gone{display:none}
  .box{display:inline-block;width:14px;height:14px;border:1px solid #333}.zero{opacity:0;position:absolute}</style>
  <label><input type=checkbox class=sr> <span class=box></span> Visually hidden box</label>
  <input type=checkbox id=c1 class=off><label for=c1><span class=box></span> Off-screen box</label>
  <input type=checkbox id=c2 class=gone><label for=c2><span class=box></span> Box of display none</label>
  <input type=checkbox id=c3 class=zero><label for=c3><span class=box></span> Transparent box</label>
  <input type=checkbox id=c4 class=zero hidden>
  <input type=checkbox id=c5 class=sr aria-label="Box without a label">
  <label for=r1 class=sr>Hidden label</label><input type=radio id=r1 class=sr>
  <input type=radio name=a id=r2 class=sr><label for=r2><span class=box></span> One</label>
  <input type=radio name=a id=r3 class=sr><label for=r3><span class=box></span> Two</label>
  <label style="position:relative;display:inline-block;width:44px;height:22px"><input type=checkbox class=zero style="width:0;height:0" aria-label=Switch><span style="position:absolute;inset:0;background:#888;border-radius:22px"></span></label>
  <label class=gone><input type=checkbox> All of it hidden</label>
  <label for=f1 style="border:1px solid">Choose a file</label><input type=file id=f1 class=gone>
  <label style="border:1px solid">Another file<input type=file class=sr></label>
  <div style="position:relative;width:200px;height:40px;border:1px dashed">Drop here<input type=file class=zero style="inset:0;width:100%;height:100%" aria-label="Drop zone"></div>
  <button onclick="f3.click()">Upload</button><input type=file id=f3 class=gone>
  <label for=t1>Text</label><input id=t1 style="border:0;outline:0;background:transparent">
  <label for=t2>Text of display none</label><input id=t2 class=gone>
  <input style="opacity:0;width:90px" aria-label="Unseen text">
  <input style="border:0;width:90px;background:#fff;color:#fff" aria-label="White on white">
  <input style="border:0;padding:0;width:0" aria-label="No width">
  <select class=sr aria-label="Hidden select"><option>A</select><button>Styled select</button>
  <div style="position:relative;width:120px;height:30px;border:1px solid">Month<select style="opacity:0;position:absolute;inset:0;width:100%" aria-label="Transparent select"><option>A</select></div>
  <div style="position:relative;width:120px;height:30px;border:1px solid">Date<input type=date style="opacity:0;position:absolute;inset:0" aria-label="Transparent date"></div>
  <div style="position:relative;width:120px;height:30px;border:1px solid"><input type=range style="opacity:0;width:120px" aria-label="Transparent range"><div style="position:absolute;top:12px;height:4px;width:50px;background:#36c"></div></div>
  <textarea style="height:0;padding:0;border:0" aria-label="Collapsed area"></textarea>
  <fieldset disabled><legend>Off</legend><input type=checkbox aria-label=Disabled><button>Disabled</button></fieldset>
  <button style="width:0;height:0;padding:0;border:0;overflow:hidden">Zero</button>
  <button style="all:unset;width:20px;height:20px;display:inline-block" aria-label="Nothing painted"></button>
  <button style="all:unset;cursor:pointer">Unset but with words</button>
  <button style="all:unset;width:20px;height:20px;display:inline-block;background:url('data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2220%22 height=%2220%22><circle r=%229%22 cx=%2210%22 cy=%2210%22/></svg>')" aria-label="An icon"></button>
  <input type=image alt="Go" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=30 height=20>
  <input type=color><input type=submit value=""><input type=reset style="text-indent:-99px;overflow:hidden;width:40px">
  <a href=#x style="display:inline-block;width:24px;height:24px;background:#c33;text-indent:-999px;overflow:hidden">Image replaced</a>
  <a href=#y style="display:inline-block;width:24px;height:24px;text-indent:-999px;overflow:hidden">Replaced by nothing</a>
  <a href=#z></a><a href=#w><img alt="" width=0 height=0></a><a href=#v name=v></a>
  <a href=#icon class=icon></a><style>.icon::before{content:"→";}.bar::after{content:"";display:inline-block;width:12px;height:2px;background:#000}</style>
  <button class=bar style="all:unset;display:inline-block" aria-label="Bars drawn after"></button>
  <a href=#sr><span class=sr>Only for readers</span></a>
  <a href=#sr2><span class=sr>For readers</span><svg width=16 height=16 aria-hidden=true><path d="M0 0h16v16z"/></svg></a>
  <a href=#skip class="sr skip">Skip to content</a><style>.skip:focus{position:static;width:auto;height:auto;clip:auto}</style>
  <a href=#white style="color:#fff">White words</a>`;

const STRETCHED = `<style>.card{position:relative;border:1px solid #999;padding:10px;margin:10px;width:300px}.cover{position:absolute;inset:0}.after::after{content:"";position:absolute;inset:0}</style>
  <div class=card><h3>Card one</h3><p>Words of it</p><a href=#1 class=cover aria-label="Card one"></a></div>
  <div class=card><h3><a href=#2 class=after>Card two</a></h3><p>Words of it</p></div>
  <div class=card><h3>Card three</h3><a href=#3 class=cover><span style="position:absolute;clip:rect(0,0,0,0)">Three</span></a><button style="position:relative;z-index:1">Own button</button></div>
  <div class=card onclick="1" style="cursor:pointer"><h3>Card four</h3><p>listens</p></div>
  <div class=card onclick="1" style="cursor:pointer"><h3>Card five</h3><a href=#5>more</a></div>
  <div class=card style="cursor:pointer" id=six><h3>Card six</h3></div>
  <div class=card tabindex=0><h3>Card seven</h3></div>
  <div class=card tabindex=-1><h3>Card eight</h3></div>
  <map name=m><area href=#a1 shape=rect coords="0,0,40,40" alt="Left"><area href=#a2 shape=circle coords="70,20,15" alt="Right"><area href=#a3 shape=rect coords="500,0,540,40" alt="Outside"></map>
  <svg usemap=#m width=1 height=1></svg><img usemap=#m width=100 height=40 alt=Map src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100' height='40'><rect width='100' height='40' fill='teal'/></svg>">
  <map name=none><area href=#n alt=None shape=default></map>
  <svg width=200 height=60><a href=#s1><text y=20>SVG link</text></a><g onclick="1" tabindex=0 role=button aria-label="SVG button"><rect x=90 width=30 height=30 fill=navy /></g><rect id=r6 x=150 width=30 height=30 fill=red style="cursor:pointer"/><a href=#s2><rect x=0 y=30 width=0 height=10 /></a></svg>
  <div style="cursor:pointer" id=wrap><a href=#w1>Wrapped link</a> <span>and words</span></div>
  <ul id=list><li style="cursor:pointer">First<li style="cursor:pointer">Second</ul>
  <table id=rows><tr style="cursor:pointer"><td>Row one<td><a href=#r1>open</a><tr style="cursor:pointer"><td>Row two<td></table>
  <span class=x onclick="1">x</span> <i onclick="1"></i> <i style="display:inline-block;width:12px;height:12px;background:#000" onclick="1"></i>
  <div onclick="1" style="height:0"></div><div onclick="1" style="height:30px"></div>
  <div contenteditable style="min-height:20px;border:1px solid"></div><div contenteditable style="min-height:20px"></div>
  <div draggable=true style="cursor:grab">Drag</div>
  <script>six.addEventListener('click',()=>1);list.addEventListener('click',()=>1);rows.addEventListener('click',()=>1);r6.addEventListener('click',()=>1)</script>`;

const overlay = (layer: string, script = ''): string =>
  `<style>body{margin:0}</style><header style="padding:10px"><a href=#1>Head</a> <button>Menu</button></header>
  <main style="padding:10px"><a href=#2>In main</a><div style="height:900px"></div><a href=#3>Middle</a><div style="height:900px"></div><button>End</button></main>${layer}<script>${script}</script>`;

const SCROLLERS = `<style>body{margin:0}.row{display:flex;overflow:hidden;width:300px}.row>*{flex:0 0 300px;height:60px}</style>
  <div class=row>${[1, 2, 3].map((i) => `<div><a href=#s${i}>Slide ${i}</a></div>`).join('')}</div>
  <div class=row style="overflow-x:auto">${[1, 2, 3].map((i) => `<div><a href=#t${i}>Scrolled slide ${i}</a></div>`).join('')}</div>
  <div style="width:300px;overflow:hidden"><div style="display:flex;transform:translateX(-300px);width:900px">${[1, 2, 3].map((i) => `<div style="width:300px"><button>Turned slide ${i}</button></div>`).join('')}</div></div>
  <div style="width:300px;height:50px;overflow:auto;direction:rtl;white-space:nowrap"><div style="width:900px">${[1, 2, 3].map((i) => `<button style="width:290px">RTL ${i}</button>`).join('')}</div></div>
  <nav style="position:fixed;top:0;left:-250px;width:250px;height:100%;background:#eee"><a href=#m1>Off canvas</a></nav>
  <nav style="position:fixed;top:0;right:0;width:250px;height:100%;background:#eee;transform:translateX(100%)"><a href=#m2>Off canvas right</a></nav>
  <div style="position:fixed;bottom:0;left:0;right:0;height:40px;background:#dde"><button>Bar</button></div>
  <div style="height:1200px"></div>
  <div style="height:100px;overflow:auto;border:1px solid"><div style="position:sticky;top:0;background:#fff"><button>Sticky</button></div>${Array.from({ length: 12 }, (_, i) => `<p><a href=#p${i}>Paragraph ${i}</a></p>`).join('')}</div>
  <div style="height:60px;overflow:hidden"><div style="height:40px"></div><a href=#half>Half of it</a><p><a href=#out>Beyond</a></p></div>
  <div style="height:100px;overflow:auto"><div style="height:400px;overflow:hidden"><div style="height:380px"></div><a href=#deep>Deep</a><p style="margin-top:40px"><a href=#deeper>Deeper</a></p></div></div>
  <div style="position:absolute;left:1400px;top:20px"><a href=#aside>Aside</a></div>
  <p><a href=#last>Last under the bar</a></p>`;

const inner =
  '<a href=#i1>Inside</a> <button>Press</button><div style=\\"height:400px\\"></div><a href=#i2>Below inside</a>'.replaceAll(
    '\\"',
    "'",
  );
const FRAMES = `<iframe srcdoc="${inner}" width=300 height=150></iframe>
  <iframe srcdoc="${inner}" width=300 height=150 scrolling=no></iframe>
  <iframe srcdoc="${inner}" width=300 height=20 style="border:0"></iframe>
  <div style="position:relative"><iframe srcdoc="${inner}" width=300 height=150></iframe><div style="position:absolute;left:0;top:0;width:310px;height:160px;background:#fff">Cover</div></div>
  <div style="overflow:hidden;height:40px"><iframe srcdoc="${inner}" width=300 height=150 style="margin-top:-80px"></iframe></div>
  <iframe srcdoc="${inner}" width=300 height=150 style="transform:scale(.5);transform-origin:0 0"></iframe>
  <iframe srcdoc="<iframe srcdoc='<button>Two deep</button>' width=200 height=60></iframe>" width=300 height=150></iframe>
  <div id=host></div><div id=closed></div><div id=slots><button slot=b>Slotted</button><button>Unslotted</button></div>
  <script>
  host.attachShadow({mode:'open'}).innerHTML='<button>Open root</button><button style="visibility:hidden">Hidden in it</button><div style="overflow:hidden;height:0"><a href=#q>Clipped in it</a></div>';
  closed.attachShadow({mode:'closed'}).innerHTML='<button>Closed root</button><div style="position:relative"><button>Covered</button><div style="position:absolute;inset:0;background:#fff"></div></div><span style="cursor:pointer" onclick="1">Pointer</span>';
  slots.attachShadow({mode:'open'}).innerHTML='<div style="border:1px solid"><slot name=b></slot></div>';
  </script>`;

const TRANSFORMED = `<style>body>div{margin:10px 0 60px}</style>
  <div style="transform:rotate(30deg);width:200px;height:40px;overflow:hidden"><a href=#1>Turned</a></div>
  <div style="transform:scale(2);transform-origin:0 0;width:100px;overflow:hidden;height:20px"><a href=#2>Large</a><p><a href=#3>Clipped large</a></p></div>
  <div style="transform:scale(.5);transform-origin:0 0;width:100px;overflow:auto;height:20px"><a href=#4>Small</a><p><a href=#5>Scrolled small</a></p></div>
  <div style="zoom:2;width:100px;overflow:hidden;height:20px"><a href=#6>Zoomed</a><p><a href=#7>Clipped zoomed</a></p></div>
  <div style="zoom:.5;width:100px;overflow:auto;height:20px"><a href=#8>Zoomed out</a><p><a href=#9>Scrolled zoomed out</a></p></div>
  <div style="transform:skew(20deg);width:100px"><button>Skewed</button></div>
  <div style="perspective:200px"><div style="transform:rotateY(60deg);width:200px"><button>In perspective</button></div></div>
  <div style="columns:3;height:40px;width:300px">${Array.from({ length: 6 }, (_, i) => `<p><a href=#c${i}>Column ${i}</a></p>`).join('')}</div>
  <div style="writing-mode:vertical-rl;height:90px;overflow:auto;width:60px">${Array.from({ length: 5 }, (_, i) => `<p><a href=#v${i}>Upright ${i}</a></p>`).join('')}</div>
  <div style="display:flex;flex-direction:row-reverse;width:200px;overflow:auto">${Array.from({ length: 5 }, (_, i) => `<button style="flex:0 0 90px">Reverse ${i}</button>`).join('')}</div>
  <div style="display:flex;flex-direction:column-reverse;height:60px;overflow:auto">${Array.from({ length: 5 }, (_, i) => `<button style="flex:0 0 30px">Upwards ${i}</button>`).join('')}</div>
  <div style="display:flex;justify-content:center;width:100px;overflow:auto">${Array.from({ length: 3 }, (_, i) => `<button style="flex:0 0 90px">Centred ${i}</button>`).join('')}</div>`;

/** HTML by name, without doctype. */
export const trapPages: Readonly<Record<string, string>> = {
  clipping: techniques('clipping', '4px'),
  'clipping far below': `<div style="height:3000px"></div>${techniques('clipping', '4px')}`,
  painting: techniques('painting', '4px'),
  'painting far below': `<div style="height:3000px"></div>${techniques('painting', '4px')}<div style="height:1000px"></div>`,
  forms: FORMS,
  stretched: STRETCHED,
  scrollers: SCROLLERS,
  frames: FRAMES,
  transformed: TRANSFORMED,
  'sticky header': overlay(
    '<style>header{position:sticky;top:0;background:#fff}main{margin-top:-30px}</style>',
  ),
  'fixed footer': overlay(
    '<footer style="position:fixed;bottom:0;left:0;right:0;height:80px;background:#eef"><button>Foot</button></footer>',
  ),
  'modal dialog': overlay('<dialog id=d><button>OK</button></dialog>', 'd.showModal()'),
  popover: overlay(
    '<div popover id=p style="width:300px;height:200px"><button>Pop</button></div>',
    'p.showPopover()',
  ),
  'aria modal': overlay(
    '<div style="position:fixed;inset:0;background:#0008"></div><div role=dialog aria-modal=true style="position:fixed;left:200px;top:200px;background:#fff"><button>OK</button></div>',
  ),
  'opaque overlay': overlay(
    '<div style="position:fixed;inset:0;background:#fff;z-index:9"><a href=#o>Over all</a></div>',
  ),
  'cookie bar': overlay(
    '<div style="position:fixed;bottom:0;left:0;right:0;height:200px;background:#fff"><button>Accept</button></div>',
  ),
  glass: overlay('<div style="position:fixed;inset:0"></div>'),
  'glass without events': overlay(
    '<div style="position:fixed;inset:0;pointer-events:none;background:#00f1"></div>',
  ),
  'shut page': overlay('<style>body{overflow:hidden}</style>'),
  'backdrop filter': overlay(
    '<div style="position:fixed;inset:0;backdrop-filter:blur(20px)"><button>Front</button></div>',
  ),
};
