import type { Random } from '../Random.ts';

export const CLASSES = [...'abcdefghijkm'];

/** Rules whose reach a look can infer from the mutations: own, inherited, by siblings, by state. */
const NEAR = [
  '.a{display:none}',
  '.a:hover{display:block}',
  '.b .c{visibility:hidden}',
  '.b,.m .g{background-color:#080}',
  '.b .c .d{visibility:visible}',
  '.c + .d{opacity:.01}',
  '.d ~ p{cursor:pointer}',
  '.e{overflow:auto;height:40px}',
  '.e:empty{display:none}',
  '.f{position:absolute;z-index:3;background:#fff}',
  '.g{position:relative;overflow:hidden;height:24px}',
  '.g:focus-within{height:90px}',
  '.h{transform:translateX(7px)}',
  '.i{clip-path:inset(50%)}',
  '.j{float:left;width:30%}',
  '.k{pointer-events:none}',
  '.m{white-space:pre;font-size:0}',
  '.c:nth-child(2n){color:transparent}',
  'li:nth-last-child(2){display:inline-block}',
  'input:checked + label{display:none}',
  'input:invalid ~ span{visibility:hidden}',
  'form:invalid{padding-left:9px}',
  'form:invalid button{opacity:.5}',
  'input:placeholder-shown{cursor:pointer}',
  'fieldset:disabled b{display:none}',
  ':focus{position:relative;z-index:2}',
  'p:active{visibility:hidden}',
  ':target{cursor:pointer}',
  '.b::before{content:"before "}',
  '.d::after{content:attr(title) " after"}',
  'x-open:not(:defined){display:none}',
  'ol{counter-reset:n} ol li::before{counter-increment:n;content:counter(n) ". item "}',
  '@media (max-width:700px){.c{display:none} .h{position:fixed;top:0}}',
  '@media print{p{display:none}}',
  '@supports (display:grid){.d{display:grid} .d>*{z-index:1}}',
  '.h.d{transition:margin-left 9s,opacity 9s;opacity:.9;margin-left:3px} .h{opacity:1}',
  '@keyframes k{to{opacity:0;visibility:hidden}} .i.c{animation:k 9s both}',
  '.k .e{content-visibility:hidden}',
  'dialog::backdrop{background:#000}',
];

/** Rules that reach further than any mutation shows. */
const FAR = [
  'body:has(.e) .c{display:none}',
  'p:has(+ .b){visibility:hidden}',
  '.j{container-type:inline-size} @container (min-width:200px){.b{display:none}}',
  '.d{--s:1} .d.g{--s:2} @container style(--s:2){p{visibility:hidden}}',
  ':dir(rtl) p{cursor:pointer}',
  '[dir=auto]:dir(rtl) b{display:none}',
];

export function someRule(random: Random): string {
  return random.chance(0.06) ? random.of(FAR[0] as string, ...FAR) : random.of(NEAR[0] as string, ...NEAR);
}

/** A sheet of some rules; those of `FAR` in every third page only. */
export function someRules(random: Random): string {
  const rules = NEAR.filter(() => random.chance(0.6));
  if (random.chance(0.3)) rules.push(...FAR.filter(() => random.chance(0.5)));
  return rules.join('\n');
}
