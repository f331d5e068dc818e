// What happens when a link fails: the error of the record, or what `on_error` puts in the value's place.
import type { Link } from '../document/document.types.js';
import { LimitFault, RecordFault } from '../run/record-fault.js';
import { reportError } from '../run/report.js';
import type { RunState } from '../run/run-state.js';
import type { Naming } from './link-naming.js';

/** The value in place of the failed one; throws on what is no fault of the link alone. */
export type OnFault = (error: unknown, state: RunState) => unknown;

export function compileOnFault(link: Link, id: string, naming: Naming, maxErrors: number): OnFault {
  const policy = link.on_error ?? 'fail';
  const report = (fault: RecordFault, state: RunState) => {
    const from = fault.from ?? naming.from(state, fault.value);
    reportError(state, fault, { linkId: id, from, to: naming.to(state, fault.element) }, maxErrors);
  };
  return (error, state) => {
    if (!(error instanceof RecordFault)) throw error;
    if (error instanceof LimitFault) {
      error.place ??= {
        linkId: id,
        from: error.from ?? naming.from(state, error.value),
        to: naming.to(state),
      };
      throw error;
    }
    if (policy === 'fail') {
      report(error, state);
      return undefined;
    }
    const replacement = policy === 'null' ? null : policy === 'default' ? link.default : undefined;
    if (replacement === undefined && link.required) {
      report(error, state);
      return undefined;
    }
    state.warn('ERROR_REPLACED', link.to, id, `${error.code}: the value was replaced as on_error says.`);
    return replacement;
  };
}
