/** Two pages that differ in nothing but their secrets. */
export const SECRETS = ['Zq7vXk4Tr9', 'Hn3wBm8Ls2'] as const;
export const CODES = ['482913', '917356'] as const;

/** All the ways in which a page has a secret and a code. */
export const secretPage = (
  secret: string,
  code: string,
): string => `<!doctype html><meta charset=utf-8><title>Account ${secret}</title>
  <meta name=api-key content="${secret}"><link rel=icon href=data:,>
  <style>* { font: 16px monospace } .says::after { content: "${secret}" } .half::before { content: "${secret.slice(0, 5)}" } .half::after { content: "${secret.slice(5)}" }</style>
  <main><h1>Account</h1><form><label>Password <input id=p type=password value="${secret}"></label>
  <label>Plan <input id=plan value=basic></label><input type=hidden name=token value="${secret}"><button>Save</button></form>
  <div id=d data-access-token="${secret}" role=button tabindex=0 title="is ${secret}">Open</div>
  <a id=a href="/orders/1?token=${secret}">Orders</a> <a href="/orders/2">Other orders</a>
  <p>It is ${secret}, or ${secret.toUpperCase()}</p><p><b>${secret.slice(0, 4)}</b><b>${secret.slice(4)}</b></p><p class=says>Says </p><p class=half></p>
  <p>${[...secret].join('\u200b')}</p><p>${[...secret].map((one) => `<i>${one}</i>`).join('')}</p><table><tr><th>Name<th>Key<tr><td>Main<td>${secret}</table>
  <label>Enter the 6-digit code <input value=${code}></label><div>${[...code].map((one) => `<div class=box>${one}</div>`).join('')}</div>
  <select autocomplete=cc-exp-month><option>01<option ${secret === SECRETS[0] ? 'selected' : ''}>02<option ${secret === SECRETS[1] ? 'selected' : ''}>03</select>
  <i id="row-${secret}" class="k-${secret} known" data-testid="${secret}" data-${secret} lang="${secret}">Row</i><x-${secret} class=known>Own</x-${secret}>
  <iframe width=200 height=40 srcdoc="<p>In a frame: ${secret}</p>"></iframe><div id=host></div></main>
  <script>host.attachShadow({ mode: 'closed' }).innerHTML = '<label>Passwort <input type=password value="${secret}"></label><p title="${secret}">x</p>'</script>`;

/** What a page says of its secret to its console and its server, one after another; then it shows `ready`. */
export const secretTraffic = (secret: string): string => `<p id=state>busy</p><script>(async () => {
  const secret = ${JSON.stringify(secret)};
  console.log('is', secret, { secret }); console.error('not ' + secret); setTimeout(() => { throw new Error('bad ' + secret) });
  history.replaceState(0, '', '/account/' + secret + '?token=' + secret + '#' + secret);
  for (const [path, options] of [['/echo/' + secret + '?token=' + secret], ['/echo?note=' + secret],
    ['/echo', { method: 'POST', headers: { 'content-type': 'application/json', 'x-note': secret }, body: JSON.stringify({ secret, note: 'is ' + secret }) }],
    ['/echo', { method: 'POST', body: new URLSearchParams({ note: secret, other: 'a ' + secret }) }],
    ['/method', { method: secret }], ['/missing/' + secret]])
    await fetch(path, options).then((answer) => answer.text()).catch(() => 0);
  state.textContent = 'ready';
})()</script>`;

/** Where two texts begin to differ, with what is around that. */
export function difference(first: string, second: string): string[] | undefined {
  if (first === second) return undefined;
  const at = [...first].findIndex((one, i) => one !== second[i]);
  return [first, second].map((text) => text.slice(Math.max(0, at - 60), at + 40));
}
