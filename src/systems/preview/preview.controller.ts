import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../../common/http/access.decorator.js';
import { Answers } from '../../common/http/answer.decorator.js';
import { ApiId } from '../../common/http/api-id.decorator.js';
import { CreateSystemDto } from '../dto/system.dto.js';
import { PreviewDto } from './preview.dto.js';
import { previewOf } from './request-preview.js';

/** How calls to a system will look, before it is saved. */
@ApiTags('Systems')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/systems')
export class PreviewController {
  @Project()
  @Answers({ message: 'Request with the token masked.', type: PreviewDto })
  @Post('preview_request')
  preview(@Body() body: CreateSystemDto): PreviewDto {
    return { request: previewOf(body) };
  }
}
