/** A call of `get_region`, as a model makes it. */
type RegionCall = { get_region: Record<string, unknown> };

/** `(17 more items like these: get_region MAIN heading="Lamps" from=12 full)`, at the end of a line. */
const NAMED_CALL =
  /: get_region (.+?)(?: heading="((?:[^"\\]|\\.)*)")?(?: content=(\w+))?(?: from=(\d+))?( full)?(?: max_tokens=\d+)?\)$/;
/** `NAV: "Primary" (unchanged, 3 links)`, `## Lamps (unchanged, 12 elements)`. */
const UNCHANGED = /^\s*(?:#+ (.+)|(.+?)) \(unchanged, .*\)$/;

/** What an outline says to call for what it leaves out, the content of the page first. */
export function foldedCalls(text: string): RegionCall[] {
  const calls = text.split('\n').flatMap((line) => namedCall(line) ?? unchangedCall(line) ?? []);
  const isContent = ({ get_region: { landmark } }: RegionCall): boolean =>
    /^(?:PAGE|ungrouped|MAIN|DIALOG)/.test(String(landmark));
  return [...calls.filter(isContent), ...calls.filter((call) => !isContent(call))];
}

function namedCall(line: string): RegionCall[] | undefined {
  const [, landmark, heading, content, from, full] = NAMED_CALL.exec(line) ?? [];
  if (landmark === undefined) return undefined;
  return [
    {
      get_region: {
        landmark,
        ...(heading !== undefined && { heading: heading.replace(/\\(.)/g, '$1') }),
        ...(content !== undefined && { content }),
        ...(from !== undefined && { from: Number(from) }),
        ...(full !== undefined && { full: true }),
      },
    },
  ];
}

function unchangedCall(line: string): RegionCall[] | undefined {
  const [, heading, header] = UNCHANGED.exec(line) ?? [];
  if (heading !== undefined) return [{ get_region: { landmark: 'PAGE', heading, full: true } }];
  return header === undefined ? undefined : [{ get_region: { landmark: header, full: true } }];
}
