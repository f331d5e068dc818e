/** The files of a new feature: a named resource of a project with its five routes, in the house's own form. */

/** `name`: singular, kebab-case, such as `price-list`. */
export function featureNames(name) {
  const words = name.split('-');
  const plural = pluralOf(name);
  const pascal = (text) =>
    text
      .split('-')
      .map((word) => word[0].toUpperCase() + word.slice(1))
      .join('');
  const camel = (text) => pascal(text)[0].toLowerCase() + pascal(text).slice(1);
  return {
    name,
    plural,
    words: words.join(' '),
    pluralWords: plural.replaceAll('-', ' '),
    Class: pascal(name),
    Classes: pascal(plural),
    camel: camel(name),
    camels: camel(plural),
    snake: name.replaceAll('-', '_'),
    snakes: plural.replaceAll('-', '_'),
    CONSTANT: name.replaceAll('-', '_').toUpperCase(),
  };
}

function pluralOf(name) {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** Path in the repository → content. */
export function featureFiles(n) {
  const sentence = n.words[0].toUpperCase() + n.words.slice(1);
  const sentences = n.pluralWords[0].toUpperCase() + n.pluralWords.slice(1);
  return {
    [`src/${n.plural}/${n.name}.entity.ts`]: `import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';

@Entity('${n.snakes}')
@Unique(['projectId', 'id'])
@Index('${n.snakes}_name_key', ['projectId', 'nameKey'], { unique: true })
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
export class ${n.Class} extends ProjectRow {
  @Column('text')
  ${n.camel}Name!: string;

  @Column('text')
  nameKey!: string;

  @Column('text', { default: '' })
  description!: string;
}
`,
    [`src/${n.plural}/${n.name}.events.ts`]: `// Events of this feature, in the past tense.
export const ${n.CONSTANT}_CREATED = '${n.snake}.created';
export const ${n.CONSTANT}_UPDATED = '${n.snake}.updated';
export const ${n.CONSTANT}_DELETED = '${n.snake}.deleted';
`,
    [`src/${n.plural}/dto/${n.name}.dto.ts`]: `import { ApiProperty } from '@nestjs/swagger';
import { DescriptionField, NameField } from '../../common/validation/fields.decorator.js';

export class Create${n.Class}Dto {
  @NameField({ description: '${sentence} name, unique in the project.', example: 'Main' })
  ${n.snake}_name!: string;

  @DescriptionField()
  description?: string;
}

export class Update${n.Class}Dto {
  @NameField({ description: '${sentence} name, unique in the project.', example: 'Main', optional: true })
  ${n.snake}_name?: string;

  @DescriptionField()
  description?: string;
}

export class ${n.Class}IdDto {
  @ApiProperty({ format: 'uuid' })
  ${n.snake}_id!: string;
}

export class ${n.Class}Dto extends ${n.Class}IdDto {
  @ApiProperty({ example: 'Main' }) ${n.snake}_name!: string;
  @ApiProperty({ example: '' }) description!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}
`,
    [`src/${n.plural}/${n.name}.mapper.ts`]: `import type { ${n.Class}Dto } from './dto/${n.name}.dto.js';
import type { ${n.Class} } from './${n.name}.entity.js';

export const to${n.Class}Dto = (row: ${n.Class}): ${n.Class}Dto => ({
  ${n.snake}_id: row.id,
  ${n.snake}_name: row.${n.camel}Name,
  description: row.description,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
`,
    [`src/${n.plural}/${n.name}.repository.ts`]: `import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { listRows } from '../database/list-rows.js';
import { refuseTakenName } from '../database/name-taken.js';
import { ${n.Class} } from './${n.name}.entity.js';

export type New${n.Class} = Omit<${n.Class}, 'projectId' | 'createdAt' | 'updatedAt'>;

@Injectable()
export class ${n.Class}Repository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(projectId: string, row: New${n.Class}): Promise<void> {
    await refuseTakenName('${n.snake}_name', row.${n.camel}Name, () =>
      this.dataSource.manager.insert(${n.Class}, { ...row, projectId }),
    );
  }

  async update(projectId: string, id: string, change: Partial<Omit<New${n.Class}, 'id'>>): Promise<void> {
    await refuseTakenName('${n.snake}_name', change.${n.camel}Name, () =>
      this.dataSource.manager.update(${n.Class}, { projectId, id }, { ...change, updatedAt: new Date() }),
    );
  }

  async get(projectId: string, id: string): Promise<${n.Class}> {
    const row = await this.dataSource.manager.findOneBy(${n.Class}, { projectId, id });
    if (!row) throw DomainError.notFound('${n.words}');
    return row;
  }

  list(projectId: string, query: ListQuery): Promise<Page<${n.Class}>> {
    return listRows(this.dataSource.manager, ${n.Class}, {
      projectId,
      query,
      nameProperty: '${n.camel}Name',
      nameColumn: '${n.snake}_name',
    });
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.dataSource.manager.delete(${n.Class}, { projectId, id });
  }
}
`,
    [`src/${n.plural}/${n.plural}.service.ts`]: `import { Injectable } from '@nestjs/common';
import { changesBetween } from '../common/events/changes.js';
import { EventBus, type FieldChange } from '../common/events/domain-event.js';
import { newId } from '../common/http/id.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { UsageRegistry } from '../common/usage/usage-registry.js';
import { nameKeyOf } from '../database/name-taken.js';
import type { Create${n.Class}Dto, Update${n.Class}Dto } from './dto/${n.name}.dto.js';
import type { ${n.Class} } from './${n.name}.entity.js';
import { ${n.CONSTANT}_CREATED, ${n.CONSTANT}_DELETED, ${n.CONSTANT}_UPDATED } from './${n.name}.events.js';
import { ${n.Class}Repository } from './${n.name}.repository.js';

@Injectable()
export class ${n.Classes}Service {
  constructor(
    private readonly rows: ${n.Class}Repository,
    private readonly usages: UsageRegistry,
    private readonly events: EventBus,
  ) {}

  list(projectId: string, query: ListQuery): Promise<Page<${n.Class}>> {
    return this.rows.list(projectId, query);
  }

  get(projectId: string, id: string): Promise<${n.Class}> {
    return this.rows.get(projectId, id);
  }

  async create(scope: ProjectScope, input: Create${n.Class}Dto): Promise<${n.Class}> {
    const id = newId();
    await this.rows.insert(scope.projectId, {
      id,
      ${n.camel}Name: input.${n.snake}_name,
      nameKey: nameKeyOf(input.${n.snake}_name),
      description: input.description ?? '',
    });
    const created = await this.rows.get(scope.projectId, id);
    await this.emit(${n.CONSTANT}_CREATED, scope, created);
    return created;
  }

  async update(scope: ProjectScope, id: string, input: Update${n.Class}Dto): Promise<${n.Class}> {
    const before = await this.rows.get(scope.projectId, id);
    const name = input.${n.snake}_name ?? before.${n.camel}Name;
    await this.rows.update(scope.projectId, id, {
      ${n.camel}Name: name,
      nameKey: nameKeyOf(name),
      description: input.description ?? before.description,
    });
    const after = await this.rows.get(scope.projectId, id);
    await this.emit(${n.CONSTANT}_UPDATED, scope, after, changesBetween(wireMembers(before), { ...input }));
    return after;
  }

  async delete(scope: ProjectScope, id: string): Promise<void> {
    const row = await this.rows.get(scope.projectId, id);
    await this.usages.refuseIfUsed({ projectId: scope.projectId, resourceType: '${n.snake}', resourceId: id });
    await this.rows.delete(scope.projectId, id);
    await this.emit(${n.CONSTANT}_DELETED, scope, row);
  }

  private emit(type: string, scope: ProjectScope, row: ${n.Class}, changes?: FieldChange[]): Promise<void> {
    return this.events.emit({
      type,
      projectId: scope.projectId,
      resourceType: '${n.snake}',
      resourceId: row.id,
      resourceName: row.${n.camel}Name,
      actor: { userId: scope.userId, name: scope.principal.name },
      changes,
    });
  }
}

const wireMembers = (row: ${n.Class}): Record<string, unknown> => ({
  ${n.snake}_name: row.${n.camel}Name,
  description: row.description,
});
`,
    [`src/${n.plural}/${n.plural}.controller.ts`]: `import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { Create${n.Class}Dto, ${n.Class}Dto, ${n.Class}IdDto, Update${n.Class}Dto } from './dto/${n.name}.dto.js';
import { to${n.Class}Dto } from './${n.name}.mapper.js';
import { ${n.Classes}Service } from './${n.plural}.service.js';

@ApiTags('${sentences}')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/${n.snakes}')
export class ${n.Classes}Controller {
  constructor(private readonly ${n.camels}: ${n.Classes}Service) {}

  @Project()
  @Answers({ message: '${sentences}.', type: ${n.Class}Dto, list: 'page' })
  @Get()
  async list(@Scope() scope: ProjectScope, @Query() query: ListQuery): Promise<Page<${n.Class}Dto>> {
    return (await this.${n.camels}.list(scope.projectId, query)).map(to${n.Class}Dto);
  }

  @Project()
  @ApiId('${n.words}')
  @Answers({ message: '${sentence}.', type: ${n.Class}Dto })
  @Get(':id')
  async get(@Scope() scope: ProjectScope, @Id('${n.words}') id: string): Promise<${n.Class}Dto> {
    return to${n.Class}Dto(await this.${n.camels}.get(scope.projectId, id));
  }

  @Project()
  @Idempotent()
  @Answers({ message: '${sentence} created.', type: ${n.Class}Dto })
  @Post('create')
  async create(@Scope() scope: ProjectScope, @Body() body: Create${n.Class}Dto): Promise<${n.Class}Dto> {
    return to${n.Class}Dto(await this.${n.camels}.create(scope, body));
  }

  @Project()
  @ApiId('${n.words}')
  @Answers({ message: '${sentence} updated.', type: ${n.Class}Dto })
  @Post('update/:id')
  async update(
    @Scope() scope: ProjectScope,
    @Id('${n.words}') id: string,
    @Body() body: Update${n.Class}Dto,
  ): Promise<${n.Class}Dto> {
    return to${n.Class}Dto(await this.${n.camels}.update(scope, id, body));
  }

  @Project()
  @ApiId('${n.words}')
  @Answers({ message: '${sentence} deleted.', type: ${n.Class}IdDto })
  @Post('delete/:id')
  async delete(@Scope() scope: ProjectScope, @Id('${n.words}') id: string): Promise<${n.Class}IdDto> {
    await this.${n.camels}.delete(scope, id);
    return { ${n.snake}_id: id };
  }
}
`,
    [`src/${n.plural}/${n.plural}.module.ts`]: `import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ${n.Class} } from './${n.name}.entity.js';
import { ${n.Class}Repository } from './${n.name}.repository.js';
import { ${n.Classes}Controller } from './${n.plural}.controller.js';
import { ${n.Classes}Service } from './${n.plural}.service.js';

/** ${sentences} of a project. */
@Module({
  imports: [TypeOrmModule.forFeature([${n.Class}])],
  controllers: [${n.Classes}Controller],
  providers: [${n.Classes}Service, ${n.Class}Repository],
  exports: [${n.Classes}Service],
})
export class ${n.Classes}Module {}
`,
    [`test/e2e/${n.plural}.e2e-spec.ts`]: `import { createTestApp, type TestApp } from '../support/create-test-app.js';

describe('${n.pluralWords}', () => {
  let test: TestApp;
  let base: string;
  beforeAll(async () => {
    test = await createTestApp();
    base = await projectBase('One');
  });
  afterAll(() => test.close());

  const projectBase = async (name: string) => {
    const answer = await test.post('/api/projects/create', { project_name: name });
    return \`/workspace/\${answer.body.data.project_id}/api/${n.snakes}\`;
  };

  it('are created, listed, changed and deleted', async () => {
    const created = await test.post(\`\${base}/create\`, { ${n.snake}_name: 'Main' });
    expect(created).toMatchObject({ status: 200, body: { data: { ${n.snake}_name: 'Main', description: '' } } });
    const id = created.body.data.${n.snake}_id;
    expect((await test.get(base)).body.data).toEqual([created.body.data]);
    const changed = await test.post(\`\${base}/update/\${id}\`, { description: 'd' });
    expect(changed.body.data).toMatchObject({ ${n.snake}_name: 'Main', description: 'd' });
    expect((await test.post(\`\${base}/delete/\${id}\`)).body.data).toEqual({ ${n.snake}_id: id });
    expect((await test.get(\`\${base}/\${id}\`)).status).toBe(404);
  });

  it('are refused without a token', async () => {
    expect((await test.get(base, { token: null })).status).toBe(401);
  });

  it('of another project are not found', async () => {
    const other = await projectBase('Two');
    const id = (await test.post(\`\${other}/create\`, { ${n.snake}_name: 'Theirs' })).body.data.${n.snake}_id;
    expect((await test.get(\`\${base}/\${id}\`)).status).toBe(404);
    expect((await test.post(\`\${base}/delete/\${id}\`)).status).toBe(404);
  });

  it('with an empty name are refused and the field is named', async () => {
    const answer = await test.post(\`\${base}/create\`, { ${n.snake}_name: ' ' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: '${n.snake}_name' }] } });
  });
});
`,
  };
}
