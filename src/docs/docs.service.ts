// The OpenAPI document of the running service, and the reference page that shows it.
import { createReadStream, type ReadStream } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** What the page loads, by name: nothing else of the package is served. */
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Pipewright API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, persistAuthorization: false });
`;

export interface DocsFile {
  type: string;
  content: string | ReadStream;
}

@Injectable()
export class DocsService {
  private make: () => OpenAPIObject = () => {
    throw new Error('The OpenAPI document has no source yet');
  };
  private text: string | null = null;

  /** The document is made from the whole application, when it is first asked for. */
  useDocument(make: () => OpenAPIObject): void {
    this.make = make;
  }

  document(): string {
    return (this.text ??= JSON.stringify(this.make()));
  }

  page(): DocsFile {
    return { type: 'text/html; charset=utf-8', content: PAGE };
  }

  find(name: string): DocsFile | null {
    if (name === 'start.js') return { type: 'text/javascript; charset=utf-8', content: START };
    const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (type === undefined) return null;
    const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
    return { type, content: createReadStream(path.join(folder, name)) };
  }
}
