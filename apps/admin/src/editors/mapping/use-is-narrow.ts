/** Whether there is room for one column only: rows and lines are then taller (trees.module.css and table.module.css have the same width). */
import { useMediaQuery } from '@mantine/hooks';

export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
