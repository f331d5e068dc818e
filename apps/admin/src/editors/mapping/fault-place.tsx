/** Of a fault in a mapping: which field, with which value, and what to do. */
import { Anchor, Text } from '@mantine/core';
import type { MappingFault } from '../../api/mappings.js';
import { shortValue } from '../../kit/short.js';
import classes from './preview.module.css';

interface FaultPlaceProps {
  fault: MappingFault;
  /** A way to the field; absent where it is the one that is shown. */
  onSelect?: (path: string) => void;
}

export function FaultPlace({ fault, onSelect }: FaultPlaceProps) {
  const to = fault.to ?? '';
  const from = Array.isArray(fault.from) ? fault.from.join(', ') : (fault.from ?? '');
  return (
    <Text size="xs" component="div" className={classes.faultPlace}>
      {to && onSelect ? (
        <Anchor
          component="button"
          type="button"
          size="xs"
          className="mono"
          onClick={() => onSelect(openPath(to))}
        >
          {to}
        </Anchor>
      ) : (
        // the field that is shown is told anew only where the fault is in one of many rows
        <span className="mono">{to === openPath(to) ? fault.at : to}</span>
      )}
      {from ? <span className="mono">← {from}</span> : null}
      {fault.value === undefined || fault.value === null ? null : (
        <span className="mono">{shortValue(fault.value, 60)}</span>
      )}
      {fault.hint ? <span>{fault.hint}</span> : null}
    </Text>
  );
}

/** The field of the tree that a place of one record belongs to: `lines[2].sku` → `lines[].sku`. */
export const openPath = (path: string): string => path.replace(/\[\d+\]/g, '[]');
