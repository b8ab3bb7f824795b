// What the pages of the sites share, as a classic script: `toolkit.toast(...)`.
window.toolkit = {
  /** Tells something for a few seconds; `action` is an optional `[label, listener]`. */
  toast(text, action) {
    let holder = document.querySelector('.toasts');
    if (!holder) {
      holder = document.createElement('div');
      holder.className = 'toasts';
      holder.setAttribute('role', 'status');
      document.body.append(holder);
    }
    const toast = document.createElement('div');
    toast.className = 'toast';
    toast.append(text);
    if (action) {
      const button = document.createElement('button');
      button.textContent = action[0];
      button.addEventListener('click', () => {
        toast.remove();
        action[1]();
      });
      toast.append(' ', button);
    }
    holder.replaceChildren(toast);
    setTimeout(() => toast.remove(), 4000);
  },

  /** Sends JSON, and gives the answer's JSON; refusals too, with `ok` false. */
  async send(method, path, body) {
    const response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { ok: response.ok, ...(await response.json()) };
  },

  /** Tabs as the ARIA practices have them: a `tablist` whose tabs name their panels. */
  tabs(list) {
    const tabs = [...list.querySelectorAll('[role=tab]')];
    const select = (chosen) => {
      for (const tab of tabs) {
        tab.setAttribute('aria-selected', String(tab === chosen));
        tab.tabIndex = tab === chosen ? 0 : -1;
        document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
      }
    };
    for (const tab of tabs) tab.addEventListener('click', () => select(tab));
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      select(next);
      next.focus();
    });
  },
};

for (const list of document.querySelectorAll('[role=tablist]')) window.toolkit.tabs(list);
