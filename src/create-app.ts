// Builds the HTTP application from a configuration: adapter, parser, cookies, headers, pipes. Listens to nothing yet.
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stringifyJson } from '#mapping';
import { isServersOwn, pathOf } from './admin-ui/request-path.js';
import { AppModule } from './app.module.js';
import { answerBrokenHttp, refuseExpectation } from './common/http/broken-http.js';
import { registerBodyParser } from './common/http/body-parser.js';
import { failureEnvelope } from './common/http/failure-envelope.js';
import { newId } from './common/http/id.js';
import { LoadShedder } from './common/http/load-shedder.js';
import { AppLogger } from './common/logging/app-logger.js';
import { createValidationPipe } from './common/validation/validation.pipe.js';
import type { AppConfig } from './config/app-config.js';
import { DocsService } from './docs/docs.service.js';
import { MetricsService } from './health/metrics.service.js';
import { openApiDocument } from './openapi-document.js';

/** Webhook calls keep their bytes: signatures are over them. */
const isRawRoute = (request: FastifyRequest): boolean =>
  request.routeOptions.url?.startsWith('/hooks/') === true;

/** A slow sender has a minute for the whole of its request, and a third of it for the headers. */
const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Beyond this, connections are closed as they come: each holds memory. */
const MAX_CONNECTIONS = 2_000;

export async function createApp(config: AppConfig): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    // The number of proxies in front whose word is taken for the client's address.
    trustProxy: (_address: string, hop: number) => hop < config.environment.trustProxy,
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 500 },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node's own refusal of a request without Host has no body: ours is below.
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    // Idle connections close at the shutdown; those with a request in work are waited for (main.ts bounds that).
    forceCloseConnections: 'idle',
    // The load shedder refuses in the envelope.
    return503OnClosing: false,
    // A path that cannot be decoded never reaches a route, nor the hooks.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply
        .status(400)
        .headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
        .type('application/json; charset=utf-8')
        .send(failureEnvelope(400, `The request cannot be read: ${error.message}.`, 'validation_failed'));
    },
    clientErrorHandler: answerBrokenHttp,
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config), adapter, {
    logger: new AppLogger(config.environment.logLevel),
    bodyParser: false,
    abortOnError: false,
  });
  const server = adapter.getInstance<FastifyInstance>();
  server.server.maxConnections = MAX_CONNECTIONS;
  server.server.on('checkExpectation', refuseExpectation);
  registerBodyParser(server, isRawRoute);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    if (isServersOwn(pathOf(request.url) ?? '/api')) void reply.header('cache-control', 'no-store');
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return done();
    void reply.status(400).send(failureEnvelope(400, 'The Host header is missing.', 'validation_failed'));
  });
  server.setReplySerializer((payload) => stringifyJson(payload));
  new LoadShedder().register(server);
  app.get(MetricsService).watch(server);
  await app.register(cookie as never);
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      useDefaults: false,
    },
  });
  if (config.environment.corsOrigins.length > 0)
    app.enableCors({ origin: config.environment.corsOrigins, credentials: true });
  app.useGlobalPipes(createValidationPipe());
  app.get(DocsService).useDocument(() => openApiDocument(app));
  return app;
}
