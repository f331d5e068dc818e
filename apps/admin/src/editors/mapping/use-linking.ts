/** What a person does to the links: which field is chosen, which source waits, and the edits that follow. */
import { useCallback, useMemo, useState } from 'react';
import { connect, inOrder, linkTo, updateLink, type MappingDocument } from './document.js';
import { conversionFor, fieldsByPath, type Field } from './fields.js';

export type Edit = (change: (document: MappingDocument) => MappingDocument, group?: string) => void;

export function useLinking(onEdit: Edit, sources: readonly Field[], destinations: readonly Field[]) {
  const [selected, setSelected] = useState<string | null>(null);
  const [armed, setArmed] = useState<string | null>(null);
  const sourceByPath = useMemo(() => fieldsByPath(sources), [sources]);
  const targetByPath = useMemo(() => fieldsByPath(destinations), [destinations]);
  const order = useMemo(
    () => new Map([...targetByPath.keys()].map((path, position) => [path, position])),
    [targetByPath],
  );
  const edit = useCallback<Edit>(
    (change, group) => {
      onEdit((current) => {
        const next = change(current);
        return next === current ? current : inOrder(next, order);
      }, group);
    },
    [onEdit, order],
  );
  const select = useCallback((path: string | null) => {
    setSelected(path);
    setArmed(null);
  }, []);
  const arm = useCallback((path: string | null) => {
    setArmed(path);
    setSelected(null);
  }, []);
  const join = useCallback(
    (source: string, target: string) => {
      edit((current) => {
        const isNew = linkTo(current, target) === undefined;
        const next = connect(current, source, target);
        const made = linkTo(next, target);
        const type = isNew ? conversionFor(sourceByPath.get(source), targetByPath.get(target)) : undefined;
        return made && type ? updateLink(next, made.id, { type }) : next;
      });
      select(target);
    },
    [edit, select, sourceByPath, targetByPath],
  );
  return { selected, select, armed, arm, join, edit, sourceByPath, targetByPath };
}
