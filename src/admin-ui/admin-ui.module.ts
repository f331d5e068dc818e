import { Module } from '@nestjs/common';
import { AdminUiService } from './admin-ui.service.js';

/** Serves the built admin UI (dist/admin) beside the API. Without a build it serves nothing. */
@Module({ providers: [AdminUiService] })
export class AdminUiModule {}
