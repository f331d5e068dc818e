import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { WithMessage } from '../common/http/envelope.interceptor.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { SamplesDto } from './dto/samples.dto.js';
import { SamplesService } from './samples.service.js';

@ApiTags('Systems')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/samples')
export class SamplesController {
  constructor(private readonly samples: SamplesService) {}

  @Project()
  @Idempotent()
  @Answers({ message: 'Sample systems added.', type: SamplesDto })
  @Post('create')
  async create(@Scope() scope: ProjectScope): Promise<WithMessage<SamplesDto>> {
    const samples = await this.samples.add(scope);
    return new WithMessage(
      samples,
      samples.added === 0 ? 'The sample systems were here already.' : 'Sample systems added.',
    );
  }
}
