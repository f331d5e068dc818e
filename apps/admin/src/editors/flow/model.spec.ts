import type { ApiDefinition } from '../../api/types.js';
import { createHistory } from '../history.js';
import {
  addCall,
  addMapping,
  edgesOf,
  handlerId,
  issuesOf,
  moveHandler,
  removeHandler,
  tidy,
  updateHandler,
  type FlowDraft,
} from './model.js';

const empty: FlowDraft = { flow_name: 'Orders', description: '', handlers: [] };
const api = (id: string, name: string) => ({ api_id: id, api_name: name });
const [one] = addCall(empty, api('a1', 'List orders'));
const [two] = addCall(one, api('a2', 'Create sales order'));
const [three, mappingId] = addMapping(two);
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
    expect(issuesOf(three, [{ api_id: 'a1' }, { api_id: 'a2' }] as ApiDefinition[])).toEqual([]);
  });
  it('takes a removed step out of the mappings that used it, and says what is missing', () => {
    const removed = removeHandler(three, 'list_orders');
    expect(removed.handlers[0]).toMatchObject({ source_handler_ids: [] });
    expect(issuesOf(removed, undefined).map((issue) => issue.code)).toEqual(['NO_SOURCE']);
  });
  it('says when a step stands on the wrong side of its mapping, and tidy puts it right', () => {
    const wrong = moveHandler(three, 'create_sales_order', -1);
    expect(ids(wrong)).toEqual(['list_orders', 'create_sales_order', 'mapping']);
    expect(issuesOf(wrong, undefined).map((issue) => issue.code)).toEqual(['MAPPING_ORDER']);
    expect(ids(tidy(wrong))).toEqual(ids(three));
  });
  it('does not move a step beyond the ends', () => {
    expect(moveHandler(three, 'list_orders', -1)).toBe(three);
  });
  it('says when an API is not chosen, gone, or fed twice', () => {
    const [unchosen] = addCall(empty, null);
    expect(issuesOf(unchosen, []).map((issue) => issue.code)).toEqual(['NO_API']);
    expect(issuesOf(one, []).map((issue) => issue.code)).toEqual(['UNKNOWN_API']);
    const [twice] = addMapping(three);
    expect(issuesOf(twice, undefined).map((issue) => issue.code)).toEqual(['TWO_MAPPINGS']);
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
