/** What stood in the settings of an API that were turned off: it is back when one is turned on again, on whichever tab. */
import { createContext, useContext, useState } from 'react';
import type { SettingName } from './api-settings.js';

type TurnedOff = Map<SettingName, string>;

export const TurnedOffContext = createContext<TurnedOff>(new Map());
/** Begun where the form is held: a tab that is not shown is not there at all. */
export const useNewTurnedOff = (): TurnedOff => useState(() => new Map<SettingName, string>())[0];
export const useTurnedOff = (): TurnedOff => useContext(TurnedOffContext);
