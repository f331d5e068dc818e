import { emptyWizard, withFlow, type WizardForm } from './wizard-form.js';

const orders = { flow_id: 'f1', flow_name: 'Orders to ERP' };
const stock = { flow_id: 'f2', flow_name: 'Stock to shop' };
const after = (values: WizardForm, ...flows: (typeof orders)[]): WizardForm =>
  flows.reduce((now, flow) => ({ ...now, ...withFlow(now, flow) }), values);

it('names the pipe after the flow that is chosen last', () => {
  expect(after(emptyWizard(), orders, stock)).toMatchObject({ flow_id: 'f2', pipe_name: 'Stock to shop' });
});

it('keeps a name that a person typed, spaces alone are none', () => {
  const typed = { ...after(emptyWizard(), orders), pipe_name: 'Night orders' };
  expect(after(typed, stock)).toMatchObject({ flow_id: 'f2', pipe_name: 'Night orders' });
  expect(after({ ...typed, pipe_name: ' ' }, stock).pipe_name).toBe('Stock to shop');
});

it('takes no mappings of another flow over', () => {
  expect(after({ ...emptyWizard(), copy_from: 'p1' }, orders).copy_from).toBe('');
});
