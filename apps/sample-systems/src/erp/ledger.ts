/** The sales orders that the sample ERP has booked, and the answers it gave to idempotency keys. */
import { type SalesOrder } from './sales-order.js';

/** Bodies kept for looking at; of later ones only the numbers. */
const KEPT_BODIES = 20_000;

export interface Booked {
  sales_order_id: number;
  document_number: string;
  external_reference: string;
  status: 'open';
  total_amount: number;
}

export class Ledger {
  private readonly booked: Booked[] = [];
  private readonly byReference = new Map<string, number[]>();
  private readonly bodies = new Map<number, unknown>();
  private readonly answers = new Map<string, string>();
  private rejected = 0;
  private replayed = 0;

  /** Books even a reference that is there already: whoever sends twice without a key gets two orders. */
  book(order: SalesOrder): Booked {
    const id = this.booked.length + 1;
    const entry: Booked = {
      sales_order_id: id,
      document_number: `SO-${String(id).padStart(7, '0')}`,
      external_reference: order.external_reference,
      status: 'open',
      total_amount: order.total_amount,
    };
    this.booked.push(entry);
    if (this.bodies.size < KEPT_BODIES) this.bodies.set(id, order);
    const known = this.byReference.get(order.external_reference);
    if (known) known.push(id);
    else this.byReference.set(order.external_reference, [id]);
    return entry;
  }

  reject(): void {
    this.rejected++;
  }

  /** The answer given to this key before, as its JSON text. */
  answerOf(key: string): string | undefined {
    const answer = this.answers.get(key);
    if (answer !== undefined) this.replayed++;
    return answer;
  }

  remember(key: string, answer: string): void {
    this.answers.set(key, answer);
  }

  find(id: number): Record<string, unknown> | null {
    const entry = this.booked[id - 1];
    return entry ? { ...entry, order: this.bodies.get(id) ?? null } : null;
  }

  findByReference(reference: string): Booked[] {
    return (this.byReference.get(reference) ?? []).map((id) => this.booked[id - 1] as Booked);
  }

  page(from: number, size: number): Booked[] {
    return this.booked.slice(from, from + size);
  }

  /** `duplicates`: sales orders beyond the first of their reference. */
  counts() {
    const total = this.booked.length;
    const references = this.byReference.size;
    return {
      total,
      references,
      duplicates: total - references,
      rejected: this.rejected,
      replayed: this.replayed,
    };
  }

  clear(): void {
    this.booked.length = 0;
    this.byReference.clear();
    this.bodies.clear();
    this.answers.clear();
    this.rejected = 0;
    this.replayed = 0;
  }
}
