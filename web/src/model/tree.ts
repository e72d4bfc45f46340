/** Variables by component, and the search for them. */
import type { Signal } from './run';

export interface TreeNode {
  name: string;
  path: string;
  children: TreeNode[];
  signal?: Signal;
}

/** "a.b.c" lies in "a.b"; dots in brackets or quotes do not part. */
export function partsOf(path: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  let quoted = false;
  for (const c of path) {
    if (c === "'") quoted = !quoted;
    if (c === '[') ++depth;
    if (c === ']') --depth;
    if (c === '.' && depth === 0 && !quoted) {
      parts.push(part);
      part = '';
    } else {
      part += c;
    }
  }
  parts.push(part);
  return parts;
}

export function treeOf(signals: Signal[]): TreeNode {
  const root: TreeNode = { name: '', path: '', children: [] };
  const nodes = new Map<string, TreeNode>([['', root]]);
  const nodeAt = (parts: string[]): TreeNode => {
    const path = parts.join('.');
    const known = nodes.get(path);
    if (known) return known;
    const node: TreeNode = { name: parts[parts.length - 1] ?? '', path, children: [] };
    nodes.set(path, node);
    nodeAt(parts.slice(0, -1)).children.push(node);
    return node;
  };
  for (const signal of signals) nodeAt(partsOf(signal.path)).signal = signal;
  // Variables of a component before its parts.
  for (const node of nodes.values()) {
    node.children.sort((a, b) => Number(a.children.length > 0) - Number(b.children.length > 0));
  }
  return root;
}

/** How well a signal fits the words; 0 if it does not. */
function fit(signal: Signal, words: string[]): number {
  const path = signal.path.toLowerCase();
  const text = `${path} ${signal.unit.toLowerCase()} ${signal.description.toLowerCase()}`;
  let score = 0;
  for (const word of words) {
    if (!text.includes(word)) return 0;
    const last = path.slice(path.lastIndexOf('.') + 1);
    if (path === word) score += 100;
    else if (path.endsWith(`.${word}`)) score += 50;
    else if (path.startsWith(word)) score += 30;
    else if (last.startsWith(word)) score += 20;
    else if (path.includes(word)) score += 10;
    else if (signal.unit.toLowerCase() === word) score += 8;
    else score += 1;
  }
  // What varies is more interesting, and so is what lies less deep.
  return score + (typeof signal.value === 'object' ? 5 : 0) + 3 / (1 + path.split('.').length);
}

/** Signals with all words of the query in their path, unit or description, the best first. */
export function search(signals: Signal[], query: string): Signal[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return signals
    .map((signal, index) => ({ signal, index, score: fit(signal, words) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map((found) => found.signal);
}
