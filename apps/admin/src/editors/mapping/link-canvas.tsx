/** The lines between the trees. It alone redraws on scroll; everything is computed from row numbers. */
import { useEffect, useState, type RefObject } from 'react';
import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { curve, draw, spread, type LinkEnds } from './geometry.js';
import classes from './mapping.module.css';

interface LinkCanvasProps {
  links: (LinkEnds & { label: string; chip: string | null })[];
  selected: string | null;
  onSelect: (id: string) => void;
  source: RefObject<HTMLDivElement | null>;
  target: RefObject<HTMLDivElement | null>;
}
const headHeight = 40;
const chipHeight = 24;

export function LinkCanvas({ links, selected, onSelect, source, target }: LinkCanvasProps) {
  const { t } = useTranslation();
  const { ref, width, height: full } = useElementSize();
  const [scroll, setScroll] = useState({ source: 0, target: 0 });
  useEffect(() => {
    const left = source.current;
    const right = target.current;
    if (!left || !right) return undefined;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        setScroll({ source: left.scrollTop, target: right.scrollTop });
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

  // useElementSize gives the content box: the padding that stands beside the heads is not in it.
  const height = Math.max(0, full);
  const { lines, stubs, beyond } = draw(links, {
    sourceScroll: scroll.source,
    targetScroll: scroll.target,
    height,
  });
  const ordered = [...lines].sort((a, b) => Number(a.id === selected) - Number(b.id === selected));
  const byId = new Map(links.map((link) => [link.id, link]));
  const chips = [...new Map(lines.map((line) => [line.id, line.y2])).entries()].filter(
    ([id]) => byId.get(id)?.chip,
  );
  const places = spread(
    chips.map(([, y]) => y - chipHeight / 2),
    chipHeight,
  );
  const more = (count: number, side: 'source' | 'target', where: 'above' | 'below') =>
    count === 0 ? null : (
      <span
        className={classes.more}
        style={{
          [side === 'source' ? 'left' : 'right']: 4,
          // The two sides stand on lines of their own, so that they never cover each other.
          [where === 'above' ? 'top' : 'bottom']:
            (where === 'above' ? headHeight + 2 : 2) + (side === 'target' ? 17 : 0),
        }}
      >
        {where === 'above' ? t('{{count}} more above', { count }) : t('{{count}} more below', { count })}
      </span>
    );
  return (
    <div ref={ref} className={classes.gutter}>
      <svg className={classes.svg} height={height} aria-hidden>
        {ordered.map((line, position) => (
          <g
            key={`${line.id}-${position}`}
            onClick={() => {
              onSelect(line.id);
            }}
          >
            <path className={classes.hit} d={curve(width, line)} />
            <path
              className={classes.link}
              data-selected={line.id === selected}
              data-link={line.id}
              d={curve(width, line)}
            />
          </g>
        ))}
        {stubs.map((stub, position) => {
          const x = stub.side === 'source' ? 0 : width;
          const inward = stub.side === 'source' ? 14 : -14;
          const tip = stub.direction === 'down' ? 7 : -7;
          return (
            <path
              key={`${stub.id}-${stub.side}-${position}`}
              className={classes.link}
              data-selected={stub.id === selected}
              d={`M${x} ${stub.y}h${inward}v${tip}m-3 ${-Math.sign(tip) * 3}l3 ${Math.sign(tip) * 3}l3 ${-Math.sign(tip) * 3}`}
              onClick={() => {
                onSelect(stub.id);
              }}
            />
          );
        })}
      </svg>
      {chips.map(([id], position) => (
        <button
          key={id}
          type="button"
          className={classes.chip}
          data-selected={id === selected}
          style={{ top: headHeight + (places[position] ?? 0) + 1 }}
          title={byId.get(id)?.label}
          onClick={() => {
            onSelect(id);
          }}
        >
          {byId.get(id)?.chip}
        </button>
      ))}
      {more(beyond.source.above, 'source', 'above')}
      {more(beyond.source.below, 'source', 'below')}
      {more(beyond.target.above, 'target', 'above')}
      {more(beyond.target.below, 'target', 'below')}
    </div>
  );
}
