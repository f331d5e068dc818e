// Tells people what went wrong: the alert is written with the change of state itself, so a crash loses none.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppConfig } from '../config/app-config.js';
import { AlertRepository } from './alert.repository.js';
import type { AlertContent, AlertSubject } from './alert.types.js';
import { messageOf } from './alert.words.js';

@Injectable()
export class AlertsService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly config: AppConfig,
  ) {}

  /**
   * Puts an alert into the outbox within the transaction of what it tells, where the project wants to be told.
   * `occasion`: what is told of once, such as one run or one outage.
   */
  async raise(
    manager: EntityManager,
    projectId: string,
    occasion: string,
    subject: AlertSubject,
  ): Promise<void> {
    const told = await this.alerts.recipients(manager, projectId);
    if (told === null) return;
    const content: AlertContent = {
      ...subject,
      at: new Date().toISOString(),
      message: messageOf(subject),
      project: { project_id: projectId, project_name: told.projectName },
      url: `${this.config.publicUrl}${pageOf(projectId, subject)}`,
    };
    const groupKey = 'run' in subject ? subject.run.pipe_id : subject.credential.credential_id;
    await this.alerts.insert(manager, { projectId, occasion, groupKey, content }, told.recipients);
  }
}

function pageOf(projectId: string, subject: AlertSubject): string {
  return 'run' in subject
    ? `/p/${projectId}/runs/${subject.run.run_id}`
    : `/p/${projectId}/credentials/${subject.credential.credential_id}`;
}
