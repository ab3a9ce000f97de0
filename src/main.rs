fn main(){ let p=std::env::args().nth(1).unwrap(); let r=specc::project::open(&p,&std::fs::read(&p).unwrap(),&specc::project::NoFiles);
 let c=specc::sema::check(&r.files, r.diagnostics.is_empty());
 for d in r.diagnostics.iter().chain(&c.diagnostics) { let f=r.sources.get(d.primary.span.file).unwrap(); let q=f.position(d.primary.span.start); println!("{}:{}:{} {} {} | {} | {:?}", p,q.line,q.column,d.code,d.message,d.primary.text,d.help); }
 println!("{:?}", c.service.map(|s|s.clause_count())); }
