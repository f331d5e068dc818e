// Upward talk: features below tell what happened; whoever is interested listens. In this process only.
import { Injectable } from '@nestjs/common';
import { AppLogger } from '../logging/app-logger.js';

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What happened to which resource, by whom. Payloads are plain and hold no secret. */
export interface DomainEvent {
  /** `<resource>.<past tense>`, such as `project.created`. */
  type: string;
  projectId: string | null;
  resourceType: string;
  resourceId: string;
  resourceName: string;
  /** null: the service itself. */
  actor: { userId: string; name: string } | null;
  changes?: FieldChange[];
  /** More that a listener of this type needs. */
  details?: Record<string, unknown>;
}

type Listener = (event: DomainEvent) => void | Promise<void>;

@Injectable()
export class EventBus {
  private readonly listeners: { pattern: string; listener: Listener }[] = [];

  constructor(private readonly logger: AppLogger) {}

  /** `pattern`: an event type, or `*` for all. */
  on(pattern: string, listener: Listener): void {
    this.listeners.push({ pattern, listener });
  }

  /** Waits for the listeners; a failing one is logged and never fails what happened. */
  async emit(event: DomainEvent): Promise<void> {
    for (const { pattern, listener } of this.listeners) {
      if (pattern !== '*' && pattern !== event.type) continue;
      try {
        await listener(event);
      } catch (error) {
        this.logger.errorOf('event listener failed', error, { event: event.type });
      }
    }
  }
}
