/** The flow top-down on a canvas; nothing but cards stands on it, every setting is in the side panel. */
import { useEffect, useMemo } from 'react';
import dagre from '@dagrejs/dagre';
import {
  Background,
  Controls,
  Handle,
  MiniMap,
  Position,
  ReactFlow,
  useReactFlow,
  ReactFlowProvider,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { edgesOf } from './model.js';
import { StepCard, type StepFacts } from './step-card.js';

type StepNode = Node<{ facts: StepFacts }, 'step'>;
const size = { width: 270, height: 96 };

function StepNodeView({ data }: NodeProps<StepNode>) {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} style={{ opacity: 0 }} />
      <StepCard {...data.facts} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} style={{ opacity: 0 }} />
    </>
  );
}
const nodeTypes = { step: StepNodeView };

interface FlowCanvasProps {
  steps: StepFacts[];
  selected: string | null;
  onSelect: (id: string | null) => void;
}

function Canvas({ steps, selected, onSelect }: FlowCanvasProps) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const { fitView } = useReactFlow();
  const handlers = useMemo(() => steps.map((step) => step.handler), [steps]);
  const { nodes, edges } = useMemo(() => layOut(steps), [steps]);
  const shape = handlers.map((handler) => handler.handler_id).join();
  useEffect(() => {
    const frame = requestAnimationFrame(() => void fitView({ padding: 0.2, maxZoom: 1, minZoom: 0.5 }));
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [shape, fitView]);
  return (
    <ReactFlow
      aria-label={t('Steps of the flow')}
      nodes={nodes.map((node) => ({ ...node, selected: node.id === selected }))}
      edges={edges}
      nodeTypes={nodeTypes}
      colorMode={scheme}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      deleteKeyCode={null}
      onlyRenderVisibleElements
      minZoom={0.2}
      maxZoom={1.5}
      fitView
      fitViewOptions={{ padding: 0.2, maxZoom: 1, minZoom: 0.5 }}
      onNodeClick={(_, node) => {
        onSelect(node.id);
      }}
      onNodesChange={(changes) => {
        // By keyboard: Enter on a focused card. The selection itself is ours.
        for (const change of changes) if (change.type === 'select' && change.selected) onSelect(change.id);
      }}
      onPaneClick={() => {
        onSelect(null);
      }}
    >
      <Background gap={20} />
      <Controls showInteractive={false} />
      {handlers.length > 12 ? <MiniMap pannable zoomable /> : null}
    </ReactFlow>
  );
}

function layOut(steps: StepFacts[]): { nodes: StepNode[]; edges: Edge[] } {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 44 });
  graph.setDefaultEdgeLabel(() => ({}));
  const handlers = steps.map((step) => step.handler);
  for (const handler of handlers) graph.setNode(handler.handler_id, { ...size });
  const lines = edgesOf(handlers);
  for (const line of lines) graph.setEdge(line.source, line.target);
  dagre.layout(graph);
  return {
    nodes: steps.map((facts) => {
      const place = graph.node(facts.handler.handler_id) as { x: number; y: number };
      return {
        id: facts.handler.handler_id,
        type: 'step' as const,
        position: { x: place.x - size.width / 2, y: place.y - size.height / 2 },
        data: { facts },
        ariaLabel: facts.handler.handler_name,
        width: size.width,
        height: size.height,
      };
    }),
    edges: lines.map((line) => ({
      id: line.id,
      source: line.source,
      target: line.target,
      style:
        line.kind === 'order'
          ? { strokeDasharray: '4 4', stroke: 'var(--pw-link-line)' }
          : { stroke: 'var(--pw-link-line)', strokeWidth: 1.5 },
    })),
  };
}

export default function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}
