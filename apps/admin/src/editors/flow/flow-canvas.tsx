/** The flow top-down on a canvas; nothing but cards stands on it, every setting is in the side panel. */
import { useEffect, useMemo, useRef } from 'react';
import {
  Background,
  BaseEdge,
  Controls,
  Handle,
  MiniMap,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { edgesOf } from './edges.js';
import type { StepFacts } from './facts.js';
import { cardSize, frameOf, layoutOf, pathThrough, shapeOf, type Place } from './layout.js';
import { StepCard } from './step-card.js';

type StepNode = Node<{ facts: StepFacts }, 'step'>;

function StepNodeView({ data, selected }: NodeProps<StepNode>) {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} style={{ opacity: 0 }} />
      <StepCard facts={data.facts} selected={selected} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} style={{ opacity: 0 }} />
    </>
  );
}
const nodeTypes = { step: StepNodeView };

type StepEdge = Edge<{ bends: Place[] }, 'line'>;

function StepLine({ sourceX, sourceY, targetX, targetY, data, style }: EdgeProps<StepEdge>) {
  const points = [{ x: sourceX, y: sourceY }, ...(data?.bends ?? []), { x: targetX, y: targetY }];
  return <BaseEdge path={pathThrough(points)} {...(style ? { style } : {})} />;
}
const edgeTypes = { line: StepLine };
const line = { stroke: 'var(--pw-link-line)', strokeWidth: 1.5 };
const dashed = { ...line, strokeDasharray: '4 4' };
const withMap = 12;

interface FlowCanvasProps {
  steps: StepFacts[];
  selected: string | null;
  onSelect: (id: string | null) => void;
}

function Canvas({ steps, selected, onSelect }: FlowCanvasProps) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const holder = useRef<HTMLDivElement>(null);
  const { setViewport, getViewport } = useReactFlow();
  const handlers = useMemo(() => steps.map((step) => step.handler), [steps]);
  const shape = useMemo(() => shapeOf(handlers), [handlers]);
  const { places, bends } = useMemo(() => layoutOf(shape), [shape]);
  const nodes = useNodes(steps, places, selected);
  const edges = useMemo(
    (): StepEdge[] =>
      edgesOf(handlers).map(({ id, source, target, kind }) => ({
        id,
        type: 'line',
        source,
        target,
        data: { bends: bends.get(`${source}>${target}`) ?? [] },
        style: kind === 'order' ? dashed : line,
      })),
    // The lines follow from the shape: typing in a name redraws none.
    [shape],
  );
  const hasSteps = steps.length > 0;
  useEffect(() => {
    const box = holder.current;
    if (box && hasSteps) void setViewport(frameOf(places.values(), box.clientWidth, box.clientHeight));
    // A step that is added or taken away later leaves the view where it is, but for what is chosen.
  }, [hasSteps, setViewport]);
  useEffect(() => {
    const box = holder.current;
    const place = selected === null ? undefined : places.get(selected);
    if (!box || !place) return;
    const { x, y, zoom } = getViewport();
    const top = place.y * zoom + y;
    const left = place.x * zoom + x;
    const isBeside = left < 8 || left + cardSize.width * zoom > box.clientWidth - 8;
    const isAbove = top < 56 || top + cardSize.height * zoom > box.clientHeight - 8;
    if (isBeside || isAbove)
      void setViewport({
        zoom,
        x: isBeside ? (box.clientWidth - cardSize.width * zoom) / 2 - place.x * zoom : x,
        y: isAbove ? box.clientHeight / 3 - place.y * zoom : y,
      });
  }, [selected, places, getViewport, setViewport]);
  return (
    <div ref={holder} style={{ height: '100%' }}>
      <ReactFlow
        aria-label={t('Steps of the flow')}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        colorMode={scheme}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        onlyRenderVisibleElements
        minZoom={0.2}
        maxZoom={1.5}
        onNodeClick={(_, node) => onSelect(node.id)}
        onNodesChange={(changes) => {
          // By keyboard: Enter on a focused card. The selection itself is ours.
          for (const change of changes) if (change.type === 'select' && change.selected) onSelect(change.id);
        }}
        onPaneClick={() => onSelect(null)}
      >
        <Background gap={20} />
        <Controls showInteractive={false} fitViewOptions={{ padding: 0.1, maxZoom: 1 }} />
        {handlers.length > withMap ? <MiniMap pannable zoomable ariaLabel={t('Map of the flow')} /> : null}
      </ReactFlow>
    </div>
  );
}

/** A node whose step, place and selection are the same stays the same object. */
function useNodes(steps: StepFacts[], places: Map<string, Place>, selected: string | null): StepNode[] {
  const known = useRef(new Map<string, StepNode>());
  return useMemo(() => {
    const nodes = steps.map((facts): StepNode => {
      const { handler_id: id, handler_name: name } = facts.handler;
      const position = places.get(id) ?? { x: 0, y: 0 };
      const before = known.current.get(id);
      const isChosen = id === selected;
      if (before?.data.facts === facts && before.position === position && before.selected === isChosen)
        return before;
      return {
        id,
        type: 'step',
        position,
        data: { facts },
        ariaLabel: name,
        selected: isChosen,
        ...cardSize,
      };
    });
    known.current = new Map(nodes.map((node) => [node.id, node]));
    return nodes;
  }, [steps, places, selected]);
}

export default function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}
