@rem npm scripts start with "exec", so that signals reach Node and not a shell around it. cmd.exe has no such command; this is it.
@%*
