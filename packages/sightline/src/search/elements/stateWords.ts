import type { AskedState } from './elementStates.ts';

/** The states that some words of a question ask for. */
export interface StateWords {
  states: readonly AskedState[];
  /** What a label says of such an element: `disabled`. */
  word: string;
  /** The words mean something else as often: `open`, `active`. */
  isLoose: boolean;
  /** Positions of the words. */
  from: number;
  length: number;
}

interface StateRule extends Pick<StateWords, 'states' | 'word' | 'isLoose'> {
  pattern: RegExp;
}

const CANNOT =
  '(?:cannot|cant|can not|can no longer|may not|must not|(?:nobody|no one|none of us) (?:can|may)|(?:is|are) not to|not to)(?: be| get)?';
const USE =
  '(?:use|used|click|clicked|press|pressed|push|pushed|choose|chosen|select|selected|pick|picked|open|opened|tick|ticked|check|checked|toggle|toggled|move|moved|drag|dragged|take|taken|switch|switched|set|follow|followed|activate|activated|reach|reached)';
const EDIT =
  '(?:edit|edited|change|changed|modify|modified|alter|altered|type|typed|write|written|fill|filled|enter|entered|adjust|adjusted|overwrite|overwritten)';
const NOT = '(?:not|isnt|is not|arent|never|no longer|not yet|hasnt been|not been)';
const MUST = '(?:must|has to|have to|needs to|need to|should)(?: be)?';
const GIVE =
  '(?:filled|fill|given|give|entered|enter|chosen|choose|selected|select|picked|pick|ticked|tick|checked|check|provided|provide|completed|complete|set|answered|answer)';

/** Of several that begin at one word the first counts: what is denied before what is said. */
const RULES: readonly StateRule[] = [
  rule(['readonly', 'disabled'], 'readonly', [
    `${CANNOT} ${EDIT}`,
    'read ?only|not editable|non ?editable|uneditable|view ?only|locked|fixed value',
    'schreibgeschutzt|nur lesbar|nur lesen|lecture seule|non modifiable|solo lectura|no editable|sola lettura|somente leitura|alleen lezen|только для чтения|只读|唯讀|読み取り専用',
  ]),
  rule(['disabled'], 'disabled', [
    `${CANNOT} ${USE}`,
    'disabled|deactivated|inactive|unavailable|unusable|unclickable|unselectable|inaccessible|blocked|dimmed',
    '(?:gr[ea]yed|gr[ea]y) out|gr[ea]yed',
    `${NOT} (?:available|possible|allowed|enabled|active|activated|clickable|selectable|choosable|usable|accessible|permitted|supported)`,
    '(?:does|doing) nothing|doesnt do anything|out of (?:use|service|order)',
    'deaktiviert(?:e|er|es|en|em)?|ausgegraut(?:e|er|es|en)?|gesperrt(?:e|er|es|en)?|nicht (?:verfugbar|wahlbar|anklickbar|moglich|auswahlbar)',
    'desactivee?s?|grisee?s?|indisponibles?|deshabilitad[oa]s?|desactivad[oa]s?|inhabilitad[oa]s?|no disponibles?|disattivat[oiae]|disabilitat[oiae]|non disponibil[ei]|desativad[oa]s?|desabilitad[oa]s?|indisponive(?:l|is)|uitgeschakelde?|niet beschikbare?',
    'неактивн[а-я]*|отключенн?[а-я]*|недоступн[а-я]*|禁用|不可用|不可选|不能选|灰色|停用|無効|使えない|選択できない|معطل|معطلة',
  ]),
  rule(['disabled', 'unchecked'], 'off', [
    `(?:switched|turned) off|(?:that|which) (?:is|are) off|set to off|${NOT} (?:switched|turned) on|${NOT} on`,
    'ausgeschaltet(?:e|er|es|en)?|eteinte?s?|apagad[oa]s?|spent[oaie]|desligad[oa]s?|выключен[а-я]*|关着|关闭的|オフの',
  ]),
  rule(['unchecked'], 'unchecked', [
    'un(?:checked|ticked|selected|marked)|deselected',
    `${NOT} (?:been )?(?:checked|ticked|selected|chosen|marked|picked|set|pressed|crossed)`,
    'nicht (?:angekreuzt|ausgewahlt|markiert|gewahlt)(?:e|er|es|en)?|non cochee?s?|decochee?s?|no marcad[oa]s?|sin marcar|desmarcad[oa]s?|non selezionat[oaie]|niet (?:aangevinkte?|geselecteerde?)|не отмечен[а-я]*|не выбран[а-я]*|未选中|未勾选|未選択',
  ]),
  rule(['mixed'], 'indeterminate', [
    'indeterminate|(?:half|partly|partially) (?:checked|ticked|selected|marked|chosen)|neither (?:checked|ticked|on) nor (?:un)?(?:checked|ticked|off)|teilweise (?:ausgewahlt|markiert)|半选',
  ]),
  rule(['collapsed'], 'collapsed', [
    `collapsed|folded(?: up| in)?|${NOT} (?:expanded|open|opened|unfolded)|(?:that|which) (?:is|are) (?:still )?(?:closed|shut)`,
    'eingeklappt(?:e|er|es|en)?|zugeklappt(?:e|er|es|en)?|repliee?s?|contraid[oa]s?|plegad[oa]s?|chius[oaie]|recolhid[oa]s?|ingeklapte?|свернут[а-я]*|收起的|折叠的|折りたたまれた',
  ]),
  rule(['collapsed'], 'collapsed', ['closed|shut'], true),
  rule(['expanded'], 'expanded', [
    'expanded|unfolded|opened up|folded out|(?:that|which) (?:is|are) (?:already |now )?(?:open|opened)|(?:now|already|currently) open(?:ed)?|open (?:now|already)',
    'aufgeklappt(?:e|er|es|en)?|ausgeklappt(?:e|er|es|en)?|depliee?s?|desplegad[oa]s?|abiert[oa]s?|expandid[oa]s?|espans[oaie]|apert[oaie]|uitgeklapte?|развернут[а-я]*|展开的|展開中',
  ]),
  rule(['expanded'], 'expanded', ['open|opened'], true),
  rule(['optional'], 'optional', [
    `optional|${NOT} (?:required|mandatory|needed|compulsory|obligatory|necessary)|may be (?:left|empty|omitted)(?: empty| blank| out)?|can be (?:left (?:empty|blank|out)|omitted|skipped)|need not be \\w+|freiwillig(?:e|er|es|en)?|facultati(?:f|ve)s?|opcional(?:es)?|facoltativ[oaie]|необязательн[а-я]*|选填|可选|任意`,
  ]),
  rule(['required'], 'required', [
    `required|mandatory|compulsory|obligatory|obligate|${MUST} ${GIVE}(?: in| out)?|(?:must|may|can) ?not be (?:left )?(?:empty|blank|omitted|skipped)|cannot be (?:left )?(?:empty|blank|skipped|omitted)|one has to ${GIVE}`,
    'pflichtfeld(?:er)?|erforderlich(?:e|er|es|en)?|verpflichtend(?:e|er|es|en)?|obligatoires?|requise?s?|obligatori[oa]s?|requerid[oa]s?|obbligatori[oae]?|richiest[oaie]|verplichte?|обязательн[а-я]*|必填|必須|إلزامي|مطلوب',
  ]),
  rule(['invalid'], 'invalid', [
    `invalid|erroneous|faulty|incorrect|(?:in|with an?|has an?|shows an?|an) error|wrongly filled(?: in)?|(?:failed|fails|failing) validation|rejected|${NOT} (?:valid|accepted|correct)|wrong (?:value|entry|input)|marked (?:as )?(?:wrong|red)`,
    'ungultig(?:e|er|es|en)?|fehlerhaft(?:e|er|es|en)?|invalides?|non valides?|en erreur|invalid[oa]s?|no valid[oa]s?|non valid[oaie]|ongeldige?|неверн[а-я]*|недопустим[а-я]*|无效的|错误的|不正な',
  ]),
  rule(['empty'], 'empty', [
    `empty|blank|unfilled|${NOT} (?:been )?(?:filled|completed|entered)(?: in| out)?|nothing (?:in|typed|entered|written|filled)|without (?:a|any) (?:value|text|entry|content|words)|without anything(?: in)?`,
    'leer(?:e|er|es|en)?|nicht ausgefullt(?:e|er|es|en)?|vides?|vaci[oa]s?|vuot[oaie]|vazi[oa]s?|lege|пуст[а-я]*|空的|空白|未填|空の|فارغ',
  ]),
  rule(['filled'], 'filled', [
    'pre ?filled(?: in| out)?|filled (?:in|out)|already (?:filled|has|holds|contains)\\w*|(?:with|has|holds) (?:a|some) (?:value|text)(?: already)?|ausgefullt(?:e|er|es|en)?|vorausgefullt(?:e|er|es|en)?|remplie?s?|rellenad[oa]s?|rellen[oa]s?|compilat[oaie]|заполненн?[а-я]*|已填',
  ]),
  rule(['focused'], 'focused', [
    '(?:has|have|with|in|holds) (?:the )?(?:keyboard )?focus|focus+ed|with the cursor|cursor (?:is|stands|blinks)(?: in)?|cursor in|fokussiert(?:e|er|es|en)?|有焦点|获得焦点',
  ]),
  rule(['selected'], 'current', [
    `(?:page|place|step|day|entry|one|section|where) (?:that )?(?:we are|i am|you are|one is|were|im)(?: on| at| in| now| here)*|(?:we are|i am|you are|one is|were|im) (?:on|at|in|here|now)(?: now| here)?|currently (?:shown|open|active|selected|chosen|viewed|displayed|visible)|(?:shown|displayed|viewed|selected|chosen|active|picked) (?:right )?now|now (?:shown|displayed|selected|active)|being (?:shown|viewed|displayed)|in front`,
    'selected|preselected|highlighted|current|aktuell(?:e|er|es|en)?|ausgewahlt(?:e|er|es|en)?|gewahlt(?:e|er|es|en)?|selectionnee?s?|actuel(?:le)?s?|seleccionad[oa]s?|actual(?:es)?|selezionat[oaie]|attual[ei]|corrente|selecionad[oa]s?|atual|atuais|geselecteerde?|huidige?|текущ[а-я]*|выбранн?[а-я]*|选中的|当前|已选|選択中|現在の|الحالي|المحدد',
  ]),
  rule(['selected', 'checked'], 'selected', ['chosen|picked|preset|by default|set already|already set']),
  rule(['checked'], 'checked', [
    '(?:switched|turned) on|(?:that|which) (?:is|are) (?:switched |turned )?on|set to on|already on|currently on',
    '(?:is|are|already|currently) (?:set|pressed|toggled|down)|pressed(?: in| down)?|held down|depressed|toggled',
    'checked|ticked|marked|crossed|angekreuzt(?:e|er|es|en)?|angehakt(?:e|er|es|en)?|markiert(?:e|er|es|en)?|eingeschaltet(?:e|er|es|en)?|cochee?s?|marcad[oa]s?|encendid[oa]s?|activad[oa]s?|activee?s?|spuntat[oaie]|attivat[oaie]|accese?|accesi|ativad[oa]s?|ligad[oa]s?|aangevinkte?|ingeschakelde?|отмеченн?[а-я]*|включенн?[а-я]*|已勾选|开着|チェック済み|オンの',
  ]),
  rule(
    ['selected', 'checked'],
    'active',
    ['active|aktiv(?:e|er|es|en)?|actifs?|actives?|activ[oa]s?|attiv[oaie]|ativ[oa]s?|actieve?|активн[а-я]*'],
    true,
  ),
  rule(['enabled'], 'enabled', [
    'enabled|not disabled|still (?:available|possible|usable)|can (?:still )?be (?:used|clicked|pressed|chosen|selected|picked|edited|changed)|editable|usable|clickable',
  ]),
];

function rule(states: AskedState[], word: string, patterns: string[], isLoose = false): StateRule {
  // Words of other scripts stand without blanks, or with endings.
  const bounded = patterns.join('|');
  return { states, word, isLoose, pattern: new RegExp(`(?<![a-z0-9])(?:${bounded})(?![a-z0-9])`, 'g') };
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** Finds the words of a question that ask for a state: `greyed out`, `cannot be chosen`, `not ticked`. */
export function findStateWords(words: readonly string[]): StateWords[] {
  if (words.length === 0) return [];
  let text = '';
  /** The word of each character. */
  const wordAt: number[] = [];
  for (const [i, word] of words.entries()) {
    const isJoined = IDEOGRAPHS.test(text) && IDEOGRAPHS.test(word);
    const part = i === 0 || isJoined ? word : ` ${word}`;
    for (let k = 0; k < part.length; k++) wordAt.push(i);
    text += part;
  }
  const taken = new Set<number>();
  return RULES.flatMap(({ pattern, ...rest }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ index, 0: found }) => {
      const from = wordAt[index] as number;
      const to = wordAt[index + found.length - 1] as number;
      const span = Array.from({ length: to - from + 1 }, (_, k) => from + k);
      if (span.some((position) => taken.has(position))) return [];
      for (const position of span) taken.add(position);
      return [{ ...rest, from, length: span.length }];
    }),
  ).sort((a, b) => a.from - b.from);
}
