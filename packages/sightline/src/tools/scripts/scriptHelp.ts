/** What scripts know, as types: for the help of the command. */
export const SCRIPT_HELP = `JavaScript or TypeScript without modules, network or files. It has
  args, print() and page:
    goto(url) url() title() reload() goBack() waitForURL(url) tabs() switchTab(n)
    keyboard.press|type mouse.click|move on('dialog', d => d.accept())
  Locators, from page or another locator, as Playwright's:
    getByRole(role, { name, exact, checked, expanded })
    getByText|Label|Placeholder|Title|AltText(text, { exact })
    locator(css) frameLocator(css) filter({ hasText, has, visible })
    or(l) and(l) first() last() nth(i) all() count()
    click({ position, button }) fill(text) pressSequentially(text) press(key)
    setChecked(on) selectOption(label) selectText(words) hover() dragTo(l) waitFor()
    innerText() allInnerTexts() inputValue() getAttribute(name) ...
    describe(...attributes): [{ number, role, name, text, value, states, box }],
      printed: [12]<textbox value="Ann">Name
  page.get(12 | 'Save'): by number or words
  page.query({ text, role, nearHeading, state, maxResults }): the same
  page.table('name' | 12, { all }): rows as objects
  page.fill({ Name: 'Ann', Terms: true }): a form by its labels
  look(): the page, or what a locator matches

Only what is seen is found; several matches are an error. Actions wait for their
element and for the page to rest. You are shown what changed; what the top level
defines stays.`;
