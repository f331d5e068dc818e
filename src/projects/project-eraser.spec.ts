import { childrenFirst } from './project-eraser.js';

describe('childrenFirst', () => {
  it('puts what refers before what is referred to, also across tables that have no project', () => {
    const references = [
      { child: 'apis', parent: 'systems' },
      { child: 'flow_apis', parent: 'apis' },
      { child: 'steps', parent: 'flow_apis' },
      { child: 'tree', parent: 'tree' },
    ];
    const order = childrenFirst(['systems', 'apis', 'steps', 'tree'], references);
    expect(order).toHaveLength(4);
    expect(order.indexOf('steps')).toBeLessThan(order.indexOf('apis'));
    expect(order.indexOf('apis')).toBeLessThan(order.indexOf('systems'));
  });
});
