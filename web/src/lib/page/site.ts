/**
 * What the page itself says of where it lies: before a server, or on a site of plain files with the
 * whole kit in a module.
 */

function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

/** The file of the module beside the page; none where a server answers. */
export const MODULE = told("app-module");

/** Whether the app lies on a site of plain files, and answers itself. */
export const ALONE = MODULE !== "";
