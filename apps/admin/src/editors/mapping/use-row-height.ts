/** The height of the rows of both trees, which hangs on the width of the screen (mapping.module.css). */
import { useMediaQuery } from '@mantine/hooks';
import { rowHeight, tallRowHeight } from './geometry.js';

export const useRowHeight = (): number =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
    ? tallRowHeight
    : rowHeight;
