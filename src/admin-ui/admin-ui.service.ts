// Hooks the admin UI into Fastify, before the routes: pages and files of the UI never reach a controller.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AdminFiles } from './admin-files.js';
import { newNonce, pageHeaders } from './page-headers.js';
import { isServersOwn, pathOf } from './request-path.js';

@Injectable()
export class AdminUiService implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const files = AdminFiles.find();
    if (!files) return;
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const path = pathOf(request.url);
      if (path === null || isServersOwn(path)) return undefined;
      return serve(files, path, request, reply);
    });
  }
}

async function serve(
  files: AdminFiles,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const file = path === '/index.html' ? null : files.get(path, accepted);
  if (file) {
    const headers: Record<string, string> = {
      'content-type': file.type,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      etag: file.etag,
      'x-content-type-options': 'nosniff',
      ...(file.encoding ? { 'content-encoding': file.encoding } : {}),
    };
    if (request.headers['if-none-match'] === file.etag) return reply.headers(headers).status(304).send();
    // Gone since the start: the build was replaced under the running service.
    const content = await file.read().catch(() => null);
    if (content === null) return notFound(reply);
    return reply.headers(headers).send(request.method === 'HEAD' ? '' : content);
  }
  // A chunk of an older build: not the page, or the browser would run HTML as a script.
  if (path.startsWith('/assets/') || /\.[a-z0-9]{2,5}$/i.test(path)) {
    return notFound(reply);
  }
  const nonce = newNonce();
  return reply.headers(pageHeaders(nonce)).send(request.method === 'HEAD' ? '' : files.page(nonce));
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply
    .status(404)
    .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
    .send('Not found.');
}
