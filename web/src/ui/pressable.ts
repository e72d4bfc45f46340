/** Parts of drawings that act like buttons. */

/** By pointer and by keyboard. */
export function pressable(node: SVGElement, label: string, action: () => void): void {
  node.setAttribute('tabindex', '0');
  node.setAttribute('role', 'button');
  node.setAttribute('aria-label', label);
  node.addEventListener('click', action);
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
}
