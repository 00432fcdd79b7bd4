/** The sentences that the invite page's script says, so that tests and the script have them from one place. */
export const COPY_WORDS = {
  copied: 'Trial prompt copied, {lines} lines.',
  byHand:
    'This browser does not let the page copy. The text is selected: press Ctrl+C, or \u2318C on a Mac, or choose Copy.',
} as const;

/**
 * The script of the invite page: one tap copies the trial prompt. The text is in the page already, so the clipboard is asked first thing
 * in the tap, as Safari wants it. Where it says no or is not there, the visible text is selected and the old way is tried;
 * where that fails too, the text stays selected and the page says which keys to press. The button is there only with the script, and
 * the result is said in an element of its own that screen readers listen to.
 */
export const INVITE_SCRIPT: string = `(() => {
  const find = id => document.getElementById(id);
  const [button, text, status] = ['copy', 'trial-prompt', 'copied'].map(find);
  const prompt = text.textContent;
  const lines = prompt.trimEnd().split('\\n').length;
  const say = words => {
    status.textContent = '';
    setTimeout(() => { status.textContent = words; }, 60);
  };
  const done = () => say(${JSON.stringify(COPY_WORDS.copied)}.replace('{lines}', lines));
  const select = () => {
    const selection = getSelection();
    selection.removeAllRanges();
    selection.selectAllChildren(text);
  };
  const oldWay = () => {
    select();
    const exact = event => {
      event.clipboardData.setData('text/plain', prompt);
      event.preventDefault();
    };
    document.addEventListener('copy', exact);
    let copied = false;
    try { copied = document.execCommand('copy'); } catch {}
    document.removeEventListener('copy', exact);
    if (copied) return done();
    text.focus();
    select();
    say(${JSON.stringify(COPY_WORDS.byHand)});
  };
  button.addEventListener('click', () => {
    try { navigator.clipboard.writeText(prompt).then(done, oldWay); } catch { oldWay(); }
  });
  button.hidden = false;
})();`;
