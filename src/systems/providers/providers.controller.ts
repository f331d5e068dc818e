import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { searchProviders } from '#oauth';
import { Project } from '../../common/http/access.decorator.js';
import { Answers } from '../../common/http/answer.decorator.js';
import { ApiId } from '../../common/http/api-id.decorator.js';
import { ListQuery, pageOf, sortOf } from '../../common/http/list-query.dto.js';
import { Page } from '../../common/http/page.js';
import { ProviderDto } from './provider.dto.js';

/** Known OAuth 2.0 providers, to prefill the settings of a system. */
@ApiTags('Systems')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/providers')
export class ProvidersController {
  @Project()
  @Answers({ message: 'Known providers.', type: ProviderDto, list: 'page' })
  @Get()
  list(@Query() query: ListQuery): Page<ProviderDto> {
    const { direction } = sortOf(query, { name: 'name' }, 'name');
    const found = [...searchProviders(query.search)];
    const ordered = direction === 'DESC' ? found.reverse() : found;
    const page = pageOf(query);
    const rows = ordered.slice((page.page - 1) * page.perPage, page.page * page.perPage);
    return new Page(rows, found.length, page);
  }
}
