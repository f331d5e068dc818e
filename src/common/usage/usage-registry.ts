// "Who uses this?" and "stop what runs on this": a feature above asks, features below answer. The only inversion.
import { Injectable } from '@nestjs/common';
import { type ListQuery, pageOfAll } from '../http/list-query.dto.js';
import type { Page } from '../http/page.js';
import { DomainError } from '../errors/domain-error.js';

export interface Usage {
  resource_type: string;
  resource_id: string;
  name: string;
}

export type UsageQuestion = { projectId: string; resourceType: string; resourceId: string };

/** The `projectId` of a question about something of the whole instance (a group, a person): no project has it. */
export const INSTANCE_WIDE = '00000000-0000-0000-0000-000000000000';

/** About many resources of one kind at once. */
export type ActiveQuestion = { projectId: string; resourceType: string; resourceIds: string[] };

type ActiveAnswerer = (question: ActiveQuestion) => Promise<string[]>;
type Answerer = (question: UsageQuestion) => Promise<Usage[]>;
type Stopper = (question: UsageQuestion) => Promise<void>;

@Injectable()
export class UsageRegistry {
  private readonly answerers: Answerer[] = [];
  private readonly activeAnswerers: ActiveAnswerer[] = [];
  private readonly stoppers: Stopper[] = [];

  /** A feature says how to find its rows that use something. */
  answer(answerer: Answerer): void {
    this.answerers.push(answerer);
  }

  /** A feature says which of the resources asked about work for it by themselves now. */
  answerActive(answerer: ActiveAnswerer): void {
    this.activeAnswerers.push(answerer);
  }

  /** A feature says how to stop its work on something. */
  stopWith(stopper: Stopper): void {
    this.stoppers.push(stopper);
  }

  async usages(question: UsageQuestion): Promise<Usage[]> {
    return (await Promise.all(this.answerers.map((answerer) => answerer(question)))).flat();
  }

  /** Those of the resources that something switched on uses: work may come to them at any time. */
  async active(question: ActiveQuestion): Promise<Set<string>> {
    return new Set((await Promise.all(this.activeAnswerers.map((answerer) => answerer(question)))).flat());
  }

  /** A page of them, by name. */
  async list(question: UsageQuestion, query: ListQuery): Promise<Page<Usage>> {
    return pageOfAll(await this.usages(question), query, ({ name }) => name);
  }

  async stop(question: UsageQuestion): Promise<void> {
    for (const stopper of this.stoppers) await stopper(question);
  }

  /** Refuses (409 `in_use`, naming the users) what is still used. */
  async refuseIfUsed(question: UsageQuestion): Promise<void> {
    const usages = await this.usages(question);
    if (usages.length === 0) return;
    const names = usages.slice(0, 5).map((usage) => `${usage.resource_type} "${usage.name}"`);
    const more = usages.length > 5 ? ` and ${usages.length - 5} more` : '';
    throw DomainError.conflict('in_use', `Still used by ${names.join(', ')}${more}. Remove it there first.`);
  }
}
