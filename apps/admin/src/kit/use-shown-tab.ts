/** On a list of tabs that is scrolled where there is little room: the open one is in sight. */
import { useEffect, useRef, type RefObject } from 'react';

export function useShownTab(tab: string | null): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[role="tab"][data-active]');
    if (!open || !list.current) return;
    list.current.scrollLeft = open.offsetLeft - (list.current.clientWidth - open.offsetWidth) / 2;
  }, [tab]);
  return list;
}
