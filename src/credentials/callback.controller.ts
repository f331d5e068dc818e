import { randomBytes } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/http/access.decorator.js';
import { RawAnswer } from '../common/http/answer.decorator.js';
import { AppConfig } from '../config/app-config.js';
import { isDatabaseAway } from '../database/database-away.js';
import { callbackPage } from './callback-page.js';
import { ConsentCallbackService } from './consent-callback.service.js';

/** Where authorization servers send the browser back to: the Redirect URL. */
@Controller('oauth')
export class CallbackController {
  constructor(
    private readonly consents: ConsentCallbackService,
    private readonly config: AppConfig,
  ) {}

  @Public()
  @RawAnswer()
  @ApiExcludeEndpoint()
  @Get('callback')
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const at = request.url.indexOf('?');
    let status = 0;
    // A person looks at this page: whatever happens, it is one.
    const result = await this.consents
      .finish(at < 0 ? '' : request.url.slice(at), request.cookies)
      .catch((error: unknown) => {
        status = isDatabaseAway(error) ? 503 : 500;
        return this.consents.brokenOff(error);
      });
    const { html, headers } = callbackPage(result, this.config.publicUrl, randomBytes(16).toString('base64'));
    if (result.spentCookie !== null) {
      void reply.clearCookie(result.spentCookie, { path: new URL(this.config.redirectUrl).pathname });
    }
    await reply
      .status(status || (result.ok ? 200 : 400))
      .headers(headers)
      .send(html);
  }
}
