/** The lines between the trees. It alone redraws on scroll; everything is computed from row numbers. */
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { useElementSize } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { curve, draw, spread, type Beyond, type LinkEnds, type Stub } from './geometry.js';
import classes from './trees.module.css';

interface LinkCanvasProps {
  links: (LinkEnds & { label: string; chip: string | null })[];
  selected: string | null;
  onSelect: (id: string) => void;
  source: RefObject<HTMLDivElement | null>;
  target: RefObject<HTMLDivElement | null>;
  rowHeight: number;
}
type Side = Stub['side'];
/** A chip and the gap to the next one. */
const chipHeight = 26;

export function LinkCanvas({ links, selected, onSelect, source, target, rowHeight }: LinkCanvasProps) {
  const { ref, width, height } = useElementSize();
  const scroll = useScroll(source, target);
  const { lines, stubs, beyond } = draw(links, { ...scroll, height, rowHeight });
  const ordered = [...lines].sort((a, b) => Number(a.id === selected) - Number(b.id === selected));
  const byId = useMemo(() => new Map(links.map((link) => [link.id, link])), [links]);
  const chips = [...new Map(lines.map((line) => [line.id, line.y2])).entries()].filter(
    ([id]) => byId.get(id)?.chip,
  );
  const places = spread(
    chips.map(([, y]) => y - chipHeight / 2),
    chipHeight,
    height,
  );
  const goTo = (side: Side, row: number | null) => {
    if (row === null) return;
    const scroller = side === 'source' ? source.current : target.current;
    scroller?.scrollTo({ top: Math.max(0, (row + 0.5) * rowHeight - height / 2) });
  };
  return (
    <div className={classes.gutter}>
      <div className={classes.gutterHead} />
      <div ref={ref} className={classes.lines}>
        <svg className={classes.svg} width={width} height={height} aria-hidden>
          {ordered.map((line, position) => (
            <g key={`${line.id}-${position}`} onClick={() => onSelect(line.id)}>
              <path className={classes.hit} d={curve(width, line)} />
              <path
                className={classes.link}
                data-selected={line.id === selected}
                data-link={line.id}
                d={curve(width, line)}
              />
            </g>
          ))}
          {stubs.map((stub, position) => (
            <path
              key={`${stub.id}-${stub.side}-${position}`}
              className={classes.link}
              data-selected={stub.id === selected}
              data-stub={stub.id}
              d={stubPath(stub, width)}
              onClick={() => onSelect(stub.id)}
            />
          ))}
        </svg>
        {chips.map(([id], position) => (
          <button
            key={id}
            type="button"
            className={classes.chip}
            data-selected={id === selected}
            style={{ top: (places[position] ?? 0) + 1 }}
            title={byId.get(id)?.label}
            onClick={() => onSelect(id)}
          >
            {byId.get(id)?.chip}
          </button>
        ))}
      </div>
      {(['source', 'target'] as const).map((side) => (
        <More key={side} side={side} beyond={beyond[side]} onGo={(row) => goTo(side, row)} />
      ))}
    </div>
  );
}

/** How far both trees are scrolled, once for each frame. */
function useScroll(source: RefObject<HTMLDivElement | null>, target: RefObject<HTMLDivElement | null>) {
  const [scroll, setScroll] = useState({ sourceScroll: 0, targetScroll: 0 });
  useEffect(() => {
    const left = source.current;
    const right = target.current;
    if (!left || !right) return undefined;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        setScroll({ sourceScroll: left.scrollTop, targetScroll: right.scrollTop });
      });
    };
    left.addEventListener('scroll', onScroll, { passive: true });
    right.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      left.removeEventListener('scroll', onScroll);
      right.removeEventListener('scroll', onScroll);
    };
  }, [source, target]);
  return scroll;
}

/** Out of the pane, then an arrow towards the end that is not seen. */
function stubPath({ side, y, direction }: Stub, width: number): string {
  const x = side === 'source' ? 0 : width;
  const inward = side === 'source' ? 14 : -14;
  const tip = direction === 'down' ? 7 : -7;
  const back = -Math.sign(tip) * 3;
  return `M${x} ${y}h${inward}v${tip}m-3 ${back}l3 ${-back}l3 ${back}`;
}

function More({ side, beyond, onGo }: { side: Side; beyond: Beyond; onGo: (row: number | null) => void }) {
  const { t } = useTranslation();
  return (
    <>
      {beyond.above > 0 ? (
        <button
          type="button"
          className={classes.more}
          data-side={side}
          data-where="above"
          onClick={() => onGo(beyond.nearestAbove)}
        >
          <IconChevronUp size={12} aria-hidden />
          {t('{{count, number}} more above', { count: beyond.above })}
        </button>
      ) : null}
      {beyond.below > 0 ? (
        <button
          type="button"
          className={classes.more}
          data-side={side}
          data-where="below"
          onClick={() => onGo(beyond.nearestBelow)}
        >
          <IconChevronDown size={12} aria-hidden />
          {t('{{count, number}} more below', { count: beyond.below })}
        </button>
      ) : null}
    </>
  );
}
