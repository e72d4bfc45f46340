/** Expressions as MathML. Names become text, never markup. */
import type { Tree } from '../format/structure';

const MATHML = 'http://www.w3.org/1998/Math/MathML';

function math(tag: string, ...children: (Element | string)[]): Element {
  const result = document.createElementNS(MATHML, tag);
  result.append(...children);
  return result;
}

const GREEK: Partial<Record<string, string>> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', kappa: 'κ', lambda: 'λ',
  mu: 'μ', nu: 'ν', xi: 'ξ', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', pi: 'π', Phi: 'Φ', Omega: 'Ω',
};

/** How strongly an operation binds; an operand that binds less gets parentheses. */
const STRENGTH: Partial<Record<string, number>> = { or: 1, and: 2, '<': 3, '<=': 3, '==': 3, '+': 4, '-': 4, '*': 5, '/': 5, '^': 6 };
const ATOM = 7;

const SIGNS: Partial<Record<string, string>> = { '-': '−', '<=': '≤', '==': '=', and: '∧', or: '∨' };

/** The letter and what follows it below: x_CM, x[1]. */
export function partsOfName(name: string): { letter: string; below: string } {
  const match = /^([A-Za-z]+)(?:_([A-Za-z0-9_]+))?((?:\[[^\]]*\])*)$/.exec(name);
  if (!match) return { letter: name, below: '' };
  const [, letter, index = '', places] = match;
  const below = [index, ...[...places.matchAll(/\[([^\]]*)\]/g)].map(([, place]) => place)].filter(Boolean).join(', ');
  return { letter: GREEK[letter] ?? letter, below };
}

export class Typesetter {
  /** Names of this component are written without its path. */
  constructor(private readonly owner = '') {}

  equation(left: Tree, right: Tree): Element {
    return math('math', math('mrow', this.expression(left), math('mo', '='), this.expression(right)));
  }

  formula(tree: Tree): Element {
    return math('math', this.expression(tree));
  }

  private expression(tree: Tree): Element {
    if (tree === null) return math('mo', '…');
    if (typeof tree === 'number') return this.number(tree);
    if (typeof tree === 'string') return this.name(tree);
    return this.operation(tree[0], tree.slice(1));
  }

  private number(value: number): Element {
    const size = Math.abs(value);
    const [mantissa, exponent] = String(size).split('e');
    const text = math('mn', mantissa);
    const positive = exponent ? math('mrow', text, math('mo', '·'), math('msup', math('mn', '10'), this.number(Number(exponent)))) : text;
    return value < 0 ? math('mrow', math('mo', '−'), positive) : positive;
  }

  /** A path, then the variable; dots above for derivatives. */
  private name(path: string, order = 0): Element {
    const shown = this.owner !== '' && path.startsWith(`${this.owner}.`) ? path.slice(this.owner.length + 1) : path;
    const dot = shown.lastIndexOf('.');
    const { letter, below } = partsOfName(shown.slice(dot + 1));
    let symbol: Element = math('mi', letter);
    if (order > 0 && order <= 3) {
      symbol = math('mover', symbol, math('mo', '˙¨⃛'[order - 1]));
      symbol.setAttribute('accent', 'true');
    } else if (order > 3) {
      symbol = math('msup', symbol, math('mrow', math('mo', '('), math('mn', String(order)), math('mo', ')')));
    }
    if (below !== '') symbol = math('msub', symbol, math('mtext', below));
    if (dot < 0) return symbol;
    const of = math('mtext', shown.slice(0, dot + 1));
    of.setAttribute('class', 'of');
    return math('mrow', of, symbol);
  }

  private operation(name: string, operands: Tree[]): Element {
    const [a, b, c] = operands;
    if (name === 'der' && typeof a === 'number' && typeof b === 'string') return this.name(b, a);
    if (name === '-' && operands.length === 1) return math('mrow', math('mo', '−'), this.operand(a, 5));
    if (name === '/' && operands.length === 2) return math('mfrac', this.expression(a), this.expression(b));
    if (name === '^' && operands.length === 2) return math('msup', this.operand(a, ATOM), this.expression(b));
    if (name === 'sqrt' && operands.length === 1) return math('msqrt', this.expression(a));
    if (name === 'abs' && operands.length === 1) return math('mrow', math('mo', '|'), this.expression(a), math('mo', '|'));
    if (name === 'select' && operands.length === 3) return this.cases(a, b, c);
    if (name === 'no_event' && operands.length === 1) return this.expression(a);
    const own = STRENGTH[name];
    if (own !== undefined && operands.length === 2) {
      const sign = math('mo', name === '*' ? (typeof b === 'number' ? '·' : '\u2062') : (SIGNS[name] ?? name));
      if (name === '*') for (const side of ['lspace', 'rspace']) sign.setAttribute(side, '0.1em');
      return math('mrow', this.operand(a, own), sign, this.operand(b, name === '-' || own === 3 ? own + 1 : own));
    }
    const inner = operands.flatMap((operand, k) => (k > 0 ? [math('mo', ','), this.expression(operand)] : [this.expression(operand)]));
    return math('mrow', math('mi', name.trim()), math('mo', '\u2061'), math('mo', '('), ...inner, math('mo', ')'));
  }

  /** With parentheses if it binds less; a minus sign does not follow another one. */
  private operand(tree: Tree, than: number): Element {
    const inner = this.expression(tree);
    const minus = (typeof tree === 'number' && tree < 0) || (Array.isArray(tree) && tree[0] === '-' && tree.length === 2);
    const strength = Array.isArray(tree) && tree[0] !== '/' ? (STRENGTH[tree[0]] ?? ATOM) : ATOM;
    if (tree === null || (!minus && strength >= than)) return inner;
    return math('mrow', math('mo', '('), inner, math('mo', ')'));
  }

  private cases(condition: Tree, then: Tree, otherwise: Tree): Element {
    const row = (value: Tree, words: string, ...more: Element[]): Element =>
      math('mtr', math('mtd', this.expression(value)), math('mtd', math('mtext', words), ...more));
    return math('mrow', math('mo', '{'), math('mtable', row(then, 'if ', this.expression(condition)), row(otherwise, 'else')));
  }
}

/** All names in an expression, for a search. */
export function namesIn(tree: Tree): string[] {
  if (typeof tree === 'string') return [tree];
  return Array.isArray(tree) ? tree.flatMap((part) => namesIn(part)) : [];
}
