/** Keys of the page, and the list of them. */
import { button, element, icon } from './element';

export interface KeyAction {
  keys: string[];
  /** As people write it: "Space", "← →". */
  shown: string;
  does: string;
  action(event: KeyboardEvent): void;
}

/** "Shift+ArrowLeft" and the like. */
function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'Space' : event.key;
  const held = [event.ctrlKey || event.metaKey ? 'Ctrl' : '', event.altKey ? 'Alt' : ''];
  // Signs such as ? need the shift key themselves.
  if (event.shiftKey && key.length > 1) held.push('Shift');
  return [...held.filter(Boolean), key.length === 1 ? key.toLowerCase() : key].join('+');
}

export class Keys {
  readonly dialog: HTMLDialogElement;

  constructor(
    private readonly actions: KeyAction[],
    signal: AbortSignal,
  ) {
    const rows = actions.map(({ shown, does }) =>
      element('tr', {}, element('td', {}, element('kbd', { text: shown })), element('td', { text: does })),
    );
    this.dialog = element(
      'dialog',
      { class: 'card keys', attributes: { 'aria-label': 'Keys' } },
      element(
        'header',
        {},
        element('h2', { text: 'Keys' }),
        button({ label: 'Close', class: 'quiet', on: { click: () => { this.dialog.close(); } } }, icon('M4 4l8 8M12 4l-8 8')),
      ),
      element('table', {}, element('tbody', {}, ...rows)),
    );
    document.addEventListener('keydown', (event) => { this.press(event); }, { signal });
  }

  toggle(): void {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }

  private press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    // Fields need their keys for themselves; buttons theirs.
    if (target.closest('input:not([type=range]), select, textarea')) return;
    const name = nameOf(event);
    if ((name === 'Space' || name === 'Enter') && target.closest('button, summary, a')) return;
    const found = this.actions.find(({ keys }) => keys.includes(name));
    if (!found || (this.dialog.open && name !== '?')) return;
    event.preventDefault();
    found.action(event);
  }
}
