import type { ApiDefinition, System } from '../../api/types.js';
import { createHistory } from '../history.js';
import {
  compareDrafts,
  addCall,
  addMapping,
  handlerId,
  moveHandler,
  removeHandler,
  tidy,
  updateHandler,
  type FlowDraft,
} from './model.js';
import { edgesOf } from './edges.js';
import { factsOf } from './facts.js';
import { isSendable, issuesOf } from './issues.js';
import { cardSize, frameOf, layoutOf, shapeOf } from './layout.js';

const empty: FlowDraft = { flow_name: 'Orders', description: '', handlers: [] };
const api = (id: string, name: string) => ({ api_id: id, api_name: name });
const [one] = addCall(empty, api('a1', 'List orders'));
const [two] = addCall(one, api('a2', 'Create sales order'));
const [three, mappingId] = addMapping(two);
const unknown = { apis: undefined, systems: undefined };
const none = { apis: [], systems: [] };
const known = {
  apis: ['a1', 'a2'].map((id) => ({ api_id: id, system_id: 's', status: 'enabled' })) as ApiDefinition[],
  systems: [{ system_id: 's', status: 'enabled' }] as System[],
};
const ids = (draft: FlowDraft) => draft.handlers.map((handler) => handler.handler_id);

describe('edits of a flow', () => {
  it('names a step by its API, uniquely', () => {
    expect(handlerId(one.handlers, 'List orders')).toBe('list_orders_2');
    expect(handlerId([], 'Évènement № 1')).toBe('e_ve_nement_no_1');
    expect(handlerId([], '注文')).toBe('step');
  });
  it('puts a mapping between the last two calls, already connected', () => {
    expect(ids(three)).toEqual(['list_orders', 'mapping', 'create_sales_order']);
    expect(three.handlers[1]).toMatchObject({
      source_handler_ids: ['list_orders'],
      destination_handler_id: 'create_sales_order',
    });
    expect(issuesOf(three, known)).toEqual([]);
  });
  it('takes a removed step out of the mappings that used it, and says what is missing', () => {
    const removed = removeHandler(three, 'list_orders');
    expect(removed.handlers[0]).toMatchObject({ source_handler_ids: [] });
    expect(issuesOf(removed, unknown).map((issue) => issue.code)).toEqual(['NO_SOURCE']);
  });
  it('says when a step stands on the wrong side of its mapping, and tidy puts it right', () => {
    const wrong = moveHandler(three, 'create_sales_order', -1);
    expect(ids(wrong)).toEqual(['list_orders', 'create_sales_order', 'mapping']);
    expect(issuesOf(wrong, unknown).map((issue) => issue.code)).toEqual(['MAPPING_ORDER']);
    expect(ids(tidy(wrong))).toEqual(ids(three));
  });
  it('does not move a step beyond the ends', () => {
    expect(moveHandler(three, 'list_orders', -1)).toBe(three);
  });
  it('says when an API is not chosen, gone, or fed twice', () => {
    const [unchosen] = addCall(empty, null);
    expect(issuesOf(unchosen, none).map((issue) => issue.code)).toEqual(['NO_API']);
    expect(issuesOf(one, none).map((issue) => issue.code)).toEqual(['UNKNOWN_API']);
    const [twice] = addMapping(three);
    expect(issuesOf(twice, unknown).map((issue) => issue.code)).toEqual(['TWO_MAPPINGS']);
  });
  it('lets only enabled APIs of enabled systems be called', () => {
    const off = { ...known, systems: [{ system_id: 's', status: 'disabled' }] as System[] };
    expect(issuesOf(one, off).map((issue) => issue.code)).toEqual(['UNKNOWN_API']);
    const retired = {
      ...known,
      apis: known.apis.map((entry) => ({ ...entry, status: 'disabled' as const })),
    };
    expect(issuesOf(one, retired).map((issue) => issue.code)).toEqual(['UNKNOWN_API']);
  });
  it('holds back a draft that the service could not keep, and no other', () => {
    const half = updateHandler(one, 'list_orders', { join: { left_path: 'id', right_path: '' } });
    expect(isSendable(issuesOf(half, unknown))).toBe(false);
    expect(isSendable(issuesOf(addMapping(one)[0], unknown))).toBe(false);
    expect(isSendable(issuesOf({ ...one, flow_name: ' ' }, unknown))).toBe(false);
    const wrongOrder = moveHandler(three, 'create_sales_order', -1);
    expect(isSendable(issuesOf(wrongOrder, unknown))).toBe(true);
  });
  it('tells what differs between two drafts', () => {
    const other = moveHandler(updateHandler(three, 'list_orders', { on_error: 'ignore' }), 'mapping', -1);
    expect(compareDrafts(three, other)).toMatchObject({
      added: [],
      removed: [],
      changed: [
        { before: { on_error: 'continue' }, after: { handler_id: 'list_orders', on_error: 'ignore' } },
      ],
      isReordered: true,
      fields: [],
    });
    expect(compareDrafts(two, { ...three, flow_name: 'New' })).toMatchObject({
      added: [{ handler_id: 'mapping' }],
      isReordered: false,
      fields: ['flow_name'],
    });
  });
  it('knows a card by what it shows', () => {
    const [call, mapping] = factsOf(three.handlers, known.apis, known.systems, []);
    expect(call).toMatchObject({ api: { api_id: 'a1' }, system: { system_id: 's' } });
    expect(mapping).toMatchObject({ sources: 'List orders', destination: 'Create sales order' });
  });
  it('leads a line around the cards between its ends', () => {
    const call = (id: string) => ({
      handler_id: id,
      kind: 'api_call' as const,
      handler_name: id,
      api_id: id,
    });
    const joined = {
      handler_id: 'map',
      kind: 'mapping' as const,
      handler_name: 'map',
      source_handler_ids: ['orders', 'customers'],
      destination_handler_id: 'erp',
    };
    const { places, bends } = layoutOf(shapeOf([call('orders'), call('customers'), joined, call('erp')]));
    const card = places.get('customers') ?? { x: 0, y: 0 };
    const around = bends.get('orders>map') ?? [];
    expect(around.map(({ y }) => y)).toEqual([card.y, card.y + cardSize.height]);
    for (const { x } of around) expect(x < card.x || x > card.x + cardSize.width).toBe(true);
    expect(bends.get('map>erp')).toEqual([]);
  });
  it('moves no card while a step is only renamed', () => {
    const renamed = updateHandler(three, 'mapping', { handler_name: 'Other' });
    expect(shapeOf(renamed.handlers)).toBe(shapeOf(three.handlers));
    const places = [...layoutOf(shapeOf(three.handlers)).places.values()];
    expect(places.map((place) => place.y)).toEqual([...places.map((place) => place.y)].sort((a, b) => a - b));
  });
  it('shows a short flow in the middle and a long one from its top', () => {
    const column = (length: number) => Array.from({ length }, (_, row) => ({ x: 0, y: row * 140 }));
    expect(frameOf(column(2), 870, 800)).toMatchObject({ zoom: 1, x: 300 });
    expect(frameOf(column(200), 870, 800)).toMatchObject({ zoom: 0.7, y: 72 });
  });
  it('draws data lines, and order where no data flows', () => {
    expect(edgesOf(three.handlers).map((edge) => [edge.id, edge.kind])).toEqual([
      ['list_orders>mapping', 'data'],
      ['mapping>create_sales_order', 'data'],
    ]);
    expect(edgesOf(two.handlers).map((edge) => edge.kind)).toEqual(['order']);
  });
  it('undoes each kind of edit to the earlier draft', () => {
    const history = createHistory<FlowDraft>(empty);
    const edits: ((draft: FlowDraft) => FlowDraft)[] = [
      (draft) => addCall(draft, api('a1', 'A'))[0],
      (draft) => addCall(draft, api('a2', 'B'))[0],
      (draft) => addMapping(draft)[0],
      (draft) => updateHandler(draft, 'a', { handler_name: 'First' }),
      (draft) => moveHandler(draft, 'b', -1),
      tidy,
      (draft) => removeHandler(draft, mappingId),
      (draft) => ({ ...draft, flow_name: 'Other' }),
    ];
    const states = [history.getState().document];
    for (const edit of edits) {
      history.getState().edit(edit);
      states.push(history.getState().document);
    }
    for (const before of states.slice(0, -1).reverse()) {
      history.temporal.getState().undo();
      expect(history.getState().document).toEqual(before);
    }
  });
});
