// An SMTP server that takes every mail and keeps its text.
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface MailSink {
  url: string;
  /** Whole messages, headers included, with soft line breaks of quoted-printable joined. */
  mails: string[];
  /** Waits until there are `count` mails. */
  received(count: number): Promise<string[]>;
  close(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const mails: string[] = [];
  const server: Server = createServer((socket) => serve(socket, (mail) => mails.push(mail)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    received: async (count) => {
      for (let tries = 0; mails.length < count && tries < 600; tries++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return mails;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, keep: (mail: string) => void): void {
  let buffer = '';
  let message: string | null = null;
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.write('220 sink ESMTP\r\n');
  socket.on('data', (chunk: string) => {
    buffer += chunk;
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (message === null) {
        if (/^DATA/i.test(line)) {
          message = '';
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      } else if (line === '.') {
        keep(message.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
        message = null;
        socket.write('250 taken\r\n');
      } else message += `${line}\n`;
    }
  });
}
