import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { DocsService } from './docs.service.js';

/** The published contract: the OpenAPI document and its reference page. */
@Module({ controllers: [DocsController], providers: [DocsService] })
export class DocsModule {}
