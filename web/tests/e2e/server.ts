/** A server of its own for a test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { PROGRAM } from './examples';

export class ServerProcess {
  private constructor(
    readonly url: string,
    readonly process: ChildProcess,
  ) {}

  static start(models: string[] = []): Promise<ServerProcess> {
    const child = spawn(PROGRAM, ['serve', '--json', ...models], { stdio: ['ignore', 'pipe', 'inherit'] });
    return new Promise((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (piece: Buffer) => {
        text += piece.toString();
        if (!text.includes('\n}')) return;
        resolve(new ServerProcess((JSON.parse(text) as { url: string }).url, child));
      });
      child.on('exit', (code) => { reject(new Error(`the server ended with ${code ?? 'a signal'}`)); });
    });
  }

  /** Asks it to end, as Ctrl-C does; its exit code. */
  stop(): Promise<number | null> {
    return new Promise((resolve) => {
      this.process.removeAllListeners('exit');
      this.process.on('exit', resolve);
      this.process.kill('SIGINT');
    });
  }
}
