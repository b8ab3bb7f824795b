/** What scripts know, as types: for the help of the command, and in short for models. */
export const SCRIPT_HELP = `In a script: JavaScript or TypeScript, top-level await; no modules, network or files.
  page: goto(url) url() title() reload() goBack() waitForURL(url) setDefaultTimeout(ms)
    keyboard.press(key) keyboard.type(text) tabs() switchTab(n) newTab(url) closeTab(n)
    on('dialog', d => d.accept(text) | d.dismiss())
  Locator, from page or another: getByRole(role, { name, exact, checked, expanded })
    getByText|Label|Placeholder|Title|AltText(text, { exact }) getByTestId(id)
    locator(css) frameLocator(css) filter({ hasText, hasNotText, has, hasNot, visible })
    or(l) and(l) first() last() nth(i) all() count()
    click() dblclick() fill(text) clear() pressSequentially(text) press(key) check()
    uncheck() setChecked(on) selectOption(label) hover() focus() dragTo(l)
    setInputFiles(path) waitFor({ state })
    innerText() allInnerTexts() textContent() inputValue() getAttribute(name)
    isVisible() isEnabled() isChecked() boundingBox()
    describe(...attributes) -> [{ number, role, name, text, value, states, box }]
  page.get(12)                 the locator of number 12 of an answer
  page.query({ text, role, nearHeading, withinLandmark, state, maxResults })
                               -> [{ number, role, name, text, heading, item }]
  page.table('name' | 12)      -> rows as objects by header
  page.fill({ 'First name': 'Ann', Terms: true })     a form by its labels
  page.look({ maxTokens }) page.changes() page.why(12)   -> text
  args                         what --arg gives;  print(...values)

Playwright's words and strictness; only what is seen is found. Actions wait for their
element and until the page is at rest, and are verified: no waits are needed. Print only
what you need: at the end you are told what changed, with numbers. Errors have code and
hint. Functions and values of the top level are there in the next script.`;
