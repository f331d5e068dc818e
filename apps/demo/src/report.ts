/** What the demo shows: steps, a progress line, the closing table, the failures, how to go on. */
import { type Account } from './account.js';
import { type ErpCounts } from './erp-check.js';
import { type Counts, type FailedRecord, type FinishedRun } from './run-watch.js';

const print = (line = '') => process.stdout.write(`${line}\n`);

export function heading(text: string): void {
  print(`\n${text}`);
}

export function step(text: string): void {
  print(`  ✓ ${text}`);
}

/** One line that is written over in a terminal; elsewhere a line only when a number has changed much. */
export class ProgressLine {
  private last = '';
  private lastCount = -100;
  private lastStatus = '';
  private lastPrinted = '';

  show = (counts: Counts, status: string): void => {
    const done = counts.delivered + counts.failed + counts.skipped;
    const line = `  ${status.padEnd(9)} ${counts.read} read, ${counts.mapped} mapped, ${counts.delivered} delivered, ${counts.failed} failed`;
    if (line === this.last) return;
    this.last = line;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`);
    else if (done - this.lastCount >= 50 || !line.startsWith(this.lastStatus)) {
      this.lastStatus = `  ${status} `;
      this.lastCount = done;
      this.lastPrinted = line;
      print(line);
    }
  };

  end(): void {
    if (process.stdout.isTTY) print();
    else if (this.last !== this.lastPrinted) print(this.last);
  }
}

export function closingTable(run: FinishedRun): void {
  const columns = {
    read: run.counts.read,
    mapped: run.counts.mapped,
    delivered: run.counts.delivered,
    failed: run.counts.failed,
    seconds: run.seconds.toFixed(1),
  };
  const names = Object.keys(columns);
  const rule = names.map((name) => '─'.repeat(name.length + 2)).join('┼');
  print();
  print(`  ${names.map((name) => ` ${name} `).join('│')}`);
  print(`  ${rule}`);
  print(
    `  ${Object.entries(columns)
      .map(([name, value]) => ` ${String(value).padStart(name.length)} `)
      .join('│')}`,
  );
}

export function failureList(failures: FailedRecord[]): void {
  print(`\n  ${failures.length} orders failed, each with its reason:`);
  for (const { order, code, field, message } of failures)
    print(`    ${order}   ${[code, field].filter(Boolean).join(' ')}: ${message}`);
}

export function erpLine(counts: ErpCounts, isRight: boolean): void {
  const words = `The ERP itself says: ${counts.references} sales orders, ${counts.duplicates} twice.`;
  print(
    `\n  ${isRight ? '✓' : '✗'} ${words}${isRight ? ' That is what was delivered.' : ' That is NOT what was delivered.'}`,
  );
}

export function goOn(baseUrl: string, account: Account, projectName: string): void {
  print(`
  Open      ${baseUrl}
  Sign in   ${account.email}   password: ${account.password}
  Project   ${projectName}
  API       ${baseUrl}/api/docs`);
}
