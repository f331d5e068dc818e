// Adds the sample shop and ERP with their APIs to a project. What is there already stays as it is, so that a second
// call, or one after a failure half-way, adds only what is missing.
import { Injectable } from '@nestjs/common';
import { ApisService } from '../apis/apis.service.js';
import type { CreateApiDto } from '../apis/dto/api.dto.js';
import { DomainError } from '../common/errors/domain-error.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { AppConfig } from '../config/app-config.js';
import type { CreateSystemDto } from '../systems/dto/system.dto.js';
import { SystemsService } from '../systems/systems.service.js';
import type { SamplesDto } from './dto/samples.dto.js';
import { createSalesOrder, listOrders, sampleErp, sampleShop } from './sample-project.js';

/** Names tried for a thing whose own is taken by something else: "Sample shop", "Sample shop 2", … */
const MOST_NAMES = 20;

interface Added {
  id: string;
  isNew: boolean;
}

@Injectable()
export class SamplesService {
  constructor(
    private readonly config: AppConfig,
    private readonly systems: SystemsService,
    private readonly apis: ApisService,
  ) {}

  /** Throws `not_found` when the sample systems do not run beside this instance. */
  async add(scope: ProjectScope): Promise<SamplesDto> {
    const { sampleSystems, sampleShopPort, sampleErpPort } = this.config.environment;
    if (!sampleSystems)
      throw new DomainError(
        'not_found',
        'not_found',
        'The sample systems do not run beside this service (SAMPLE_SYSTEMS is off).',
      );
    const shop = await this.system(scope, sampleShop(sampleShopPort));
    const erp = await this.system(scope, sampleErp(sampleErpPort));
    const read = await this.api(scope, listOrders(shop.id));
    const write = await this.api(scope, createSalesOrder(erp.id));
    return {
      system_ids: [shop.id, erp.id],
      api_ids: [read.id, write.id],
      added: [shop, erp, read, write].filter(({ isNew }) => isNew).length,
    };
  }

  private system(scope: ProjectScope, wanted: CreateSystemDto): Promise<Added> {
    return this.findOrMake(
      wanted.system_name,
      async () => (await this.systems.findByBaseUrl(scope.projectId, wanted.base_url))[0]?.id,
      async (name) => (await this.systems.create(scope, { ...wanted, system_name: name })).system.id,
    );
  }

  private api(scope: ProjectScope, wanted: CreateApiDto): Promise<Added> {
    return this.findOrMake(
      wanted.api_name,
      async () =>
        (await this.apis.list(scope.projectId, { system_id: wanted.system_id, per_page: 200 })).items.find(
          (api) => api.method === wanted.method && api.path === wanted.path,
        )?.id,
      async (name) => (await this.apis.create(scope, { ...wanted, api_name: name })).id,
    );
  }

  /** The one that is there, else a new one. A taken name may mean that another call has just made it: look again. */
  private async findOrMake(
    name: string,
    find: () => Promise<string | undefined>,
    make: (name: string) => Promise<string>,
  ): Promise<Added> {
    for (let attempt = 1; ; attempt += 1) {
      const id = await find();
      if (id !== undefined) return { id, isNew: false };
      try {
        return { id: await make(attempt === 1 ? name : `${name} ${attempt}`), isNew: true };
      } catch (error) {
        const isTaken = error instanceof DomainError && error.code === 'name_taken';
        if (!isTaken || attempt === MOST_NAMES) throw error;
      }
    }
  }
}
