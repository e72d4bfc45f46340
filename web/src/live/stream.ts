/** Server-sent events, read from the body of an answer: unlike EventSource, that can send a token. */

export interface ServerEvent {
  kind: string;
  data: string;
}

/** Takes text in any pieces, gives whole events. */
export class EventReader {
  private rest = '';

  read(text: string): ServerEvent[] {
    const parts = (this.rest + text).split('\n\n');
    this.rest = parts.pop() ?? '';
    return parts.flatMap((part) => {
      const field = (name: string): string | undefined =>
        part
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const kind = field('event');
      return kind === undefined ? [] : [{ kind, data: field('data') ?? '' }];
    });
  }
}

export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const events = new EventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* events.read(decoder.decode(value, { stream: true }));
  }
}
